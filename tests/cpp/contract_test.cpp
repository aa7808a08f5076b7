// What every game promises, checked on random games of the toy game and of all games of the library.
#include <map>

#include "check.hpp"
#include "games.hpp"

using namespace arbitre;
using test::Position;
using test::random_walk;

namespace {

// Codes to try: all of them, or a sample of a large space.
std::vector<Action> codes_to_try(const Referee& referee, std::uint64_t seed) {
  constexpr std::uint32_t kAll = 4096, kSample = 256;
  std::vector<Action> codes;
  Stream stream{seed, 5};
  const bool all = referee.action_count() <= kAll;
  for (std::uint32_t i = 0; i < (all ? referee.action_count() : kSample); ++i) {
    codes.push_back(all ? i : stream.below(referee.action_count()));
  }
  codes.push_back(referee.action_count());
  codes.push_back(0xFFFFFFFFu);
  return codes;
}

// A build that checks every invariant after every move, under the sanitizers, plays fewer games.
#ifdef ARBITRE_CHECKED
constexpr int kPart = 8;
#else
constexpr int kPart = 1;
#endif

template <class Visit>
void each_game(int games, Visit&& visit) {
  games = (games + kPart - 1) / kPart;
  for (const auto& referee : test::all_referees()) {
    for (int n = referee->players_min(); n <= referee->players_max(); ++n) {
      for (int game = 0; game < games; ++game) visit(*referee, n, static_cast<std::uint64_t>(game));
    }
  }
}

bool has(const std::vector<Action>& sorted, Action action) {
  return std::binary_search(sorted.begin(), sorted.end(), action);
}

}  // namespace

TEST(legal_is_what_validate_accepts) {
  each_game(8, [](const Referee& referee, int n, std::uint64_t seed) {
    const auto codes = codes_to_try(referee, seed);
    std::vector<Action> legal;
    random_walk(referee, n, seed, ChanceMode::manual, [&](const Position& position) {
      for (const Seat seat : {Seat{0}, Seat{1}, Seat{2}, Seat{3}, Seat{7}, kNoSeat, kChance, kSpectator}) {
        referee.legal(position.data(), seat, legal);
        CHECK(std::is_sorted(legal.begin(), legal.end()));
        CHECK(std::adjacent_find(legal.begin(), legal.end()) == legal.end());
        for (const Action code : codes) {
          CHECK(referee.validate(position.data(), seat, code).ok() == has(legal, code));
        }
        for (const Action code : legal) CHECK(referee.validate(position.data(), seat, code).ok());
      }
    });
  });
}

TEST(refusals_change_nothing) {
  each_game(2, [](const Referee& referee, int n, std::uint64_t seed) {
    const auto codes = codes_to_try(referee, seed);
    random_walk(referee, n, seed, ChanceMode::automatic, [&](const Position& position) {
      for (const Action code : codes) {
        for (Seat seat = 0; seat < n; ++seat) {
          if (referee.validate(position.data(), seat, code).ok()) continue;
          Position copy = position;
          CHECK(!referee.apply(copy.data(), seat, code).ok());
          CHECK(copy == position);
        }
      }
    });
  });
}

TEST(documents_are_the_whole_position) {
  each_game(4, [](const Referee& referee, int n, std::uint64_t seed) {
    random_walk(referee, n, seed, ChanceMode::manual, [&](const Position& position) {
      const Value document = referee.document(position.data());
      Position built{referee};
      referee.build(document, ChanceMode::manual, 1, built.data());
      CHECK(referee.document(built.data()) == document);
      CHECK(referee.to_act(built.data()) == referee.to_act(position.data()));
      CHECK(referee.check(position.data()).ok());
    });
  });
}

TEST(automatic_and_manual_chance_agree) {
  each_game(6, [](const Referee& referee, int n, std::uint64_t seed) {
    Position automatic{referee}, manual{referee};
    Report report;
    referee.initial(test::players(n), ChanceMode::automatic, seed, automatic.data(), &report);
    referee.initial(test::players(n), ChanceMode::manual, 0, manual.data());
    Stream policy{seed, 3};
    std::vector<Action> actions;
    for (;;) {
      for (const Played& played : report.moves) {
        CHECK(referee.apply(manual.data(), played.seat, played.action).ok());
      }
      CHECK(referee.document(manual.data()) == referee.document(automatic.data()));
      const Seat seat = referee.to_act(automatic.data()).first();
      if (seat == kNoSeat) break;
      referee.legal(automatic.data(), seat, actions);
      report = {};
      const Action action = actions[policy.below(static_cast<std::uint32_t>(actions.size()))];
      CHECK(referee.apply(automatic.data(), seat, action, &report).ok());
      CHECK(report.moves.front().action == action);
    }
    CHECK(Referee::head(manual.data()).ply == Referee::head(automatic.data()).ply);
  });
}

TEST(observations_hide_and_keep_what_they_should) {
  each_game(6, [](const Referee& referee, int n, std::uint64_t seed) {
    std::vector<Action> from_full, from_seen;
    random_walk(referee, n, seed, ChanceMode::manual, [&](const Position& position) {
      for (Seat viewer = 0; viewer <= n; ++viewer) {
        const Seat seat = viewer == n ? kSpectator : viewer;
        Position seen{referee}, again{referee}, full{referee}, reseen{referee};
        CHECK(referee.observe(position.data(), seat, seen.data()));
        CHECK(referee.check(seen.data()).ok());
        CHECK(referee.observe(seen.data(), seat, again.data()));
        CHECK(again == seen);
        // Alone at the table there is nobody else but the spectator.
        const Seat other = n == 1 && seat == 0 ? kSpectator : static_cast<Seat>((seat + 1) % n);
        CHECK(!referee.observe(seen.data(), other, again.data()));

        referee.legal(position.data(), seat, from_full);
        referee.legal(seen.data(), seat, from_seen);
        CHECK(from_full == from_seen);
        CHECK(referee.apply(again.data(), seat, from_seen.empty() ? 0 : from_seen[0]).code == Reject::observation_only);

        // Whatever can't be seen may be redrawn: the observation stays the same.
        for (std::uint64_t draw = 0; draw < 3; ++draw) {
          CHECK(referee.determinise(seen.data(), seat, draw, full.data()));
          CHECK(referee.check(full.data()).ok());
          CHECK(referee.observe(full.data(), seat, reseen.data()));
          CHECK(reseen == seen);
        }
      }
    });
  });
}

TEST(outcomes_are_the_legal_chance_moves) {
  each_game(4, [](const Referee& referee, int n, std::uint64_t seed) {
    std::vector<Action> legal;
    std::vector<Outcome> outcomes;
    random_walk(referee, n, seed, ChanceMode::manual, [&](const Position& position) {
      referee.legal(position.data(), kChance, legal);
      referee.outcomes(position.data(), outcomes);
      CHECK(legal.size() == outcomes.size());
      for (std::size_t i = 0; i < legal.size(); ++i) CHECK(legal[i] == outcomes[i].action);
      CHECK(referee.to_act(position.data()).has_chance() == !outcomes.empty());
    });
  });
}

TEST(dice_follow_their_weights) {
  const auto referee = test::toy_referee();
  std::map<int, int> faces;
  for (std::uint64_t seed = 0; seed < 7'000; ++seed) {
    Position position{*referee};
    Report report;
    referee->initial(test::players(2), ChanceMode::automatic, seed, position.data());
    std::vector<Action> actions;
    for (Seat seat = 0; seat < 2; ++seat) {
      referee->legal(position.data(), seat, actions);
      report = {};
      referee->apply(position.data(), seat, actions[0], &report);
    }
    for (const EventRecord& event : report.events) {
      if (*event.map[0].second.string() == "rolled") ++faces[static_cast<int>(*event.map[1].second.integer())];
    }
  }
  for (int face = 1; face <= 5; ++face) CHECK(faces[face] > 850 && faces[face] < 1'150);
  CHECK(faces[6] > 1'800 && faces[6] < 2'200);
}

TEST(decisions_stack_two_deep_and_survive_bytes) {
  const auto referee = test::toy_referee();
  Position position{*referee};
  referee->initial(test::players(3), ChanceMode::manual, 0, position.data());
  const auto play = [&](Seat seat, Value::Map move) {
    const auto parsed = referee->parse(std::move(move));
    CHECK(std::holds_alternative<Action>(parsed));
    CHECK(referee->apply(position.data(), seat, std::get<Action>(parsed)).ok());
    // Through bytes and back after every move: a suspended decision is part of the state.
    std::vector<std::byte> record(referee->wire().record_size());
    referee->wire().encode(position.data(), record.data());
    referee->decode(record, position.data());
  };
  for (int card = 1; card <= 9; ++card) play(kChance, {{"kind", "deal"}, {"card", card}});
  CHECK(referee->to_act(position.data()).bits() == 0b111);
  play(2, {{"kind", "bid"}, {"card", 9}});
  CHECK(referee->to_act(position.data()).bits() == 0b011);
  play(0, {{"kind", "bid"}, {"card", 1}});
  play(1, {{"kind", "bid"}, {"card", 4}});
  play(kChance, {{"kind", "roll"}, {"face", 5}});
  play(2, {{"kind", "aim"}, {"target", 0}});
  CHECK(referee->document(position.data()).find("stack")->list()->size() == 2);
  CHECK(referee->to_act(position.data()) == SeatSet::of(0));

  Position other = position;  // two branches from one suspended decision
  play(0, {{"kind", "shield"}, {"card", "none"}});
  CHECK(referee->to_act(position.data()) == SeatSet::of(2));
  play(2, {{"kind", "boast"}, {"loud", true}});
  CHECK(referee->score(position.data(), 2) == 10);

  position = other;
  play(0, {{"kind", "shield"}, {"card", "c2"}});
  play(2, {{"kind", "boast"}, {"loud", true}});
  CHECK(referee->score(position.data(), 2) == 0);
}

TEST(events_tell_each_seat_what_it_may_know) {
  const auto referee = test::toy_referee();
  Position position{*referee};
  Report report;
  referee->initial(test::players(2), ChanceMode::automatic, 3, position.data(), &report);
  const EventRecord& dealt = report.events.front();  // to seat 0
  CHECK(dealt.seen_by(0) == dealt.map);
  CHECK(dealt.seen_by(1).has_value() && (*dealt.seen_by(1))[2].second.is_null());
  CHECK(dealt.seen_by(kSpectator).has_value() && (*dealt.seen_by(kSpectator))[2].second.is_null());

  std::vector<Action> actions;
  referee->legal(position.data(), 1, actions);
  report = {};
  referee->apply(position.data(), 1, actions[0], &report);
  CHECK(report.events.size() == 1);
  CHECK(report.events[0].seen_by(1).has_value());
  CHECK(!report.events[0].seen_by(0).has_value());
  CHECK(!report.events[0].seen_by(kSpectator).has_value());
}

TEST(threads_change_nothing) {
  each_game(1, [](const Referee& referee, int n, std::uint64_t seed) {
    Position root{referee};
    referee.initial(test::players(n), ChanceMode::manual, seed, root.data());
    constexpr std::size_t kPlayouts = 100 / kPart, kFirst = kPlayouts / 2;
    std::vector<PlayoutResult> one(kPlayouts), two(kPlayouts), three(kPlayouts);
    referee.playouts(root.data(), 11, 0, one, 1);
    referee.playouts(root.data(), 11, 0, two, 2);
    referee.playouts(root.data(), 11, 0, three, 3);
    CHECK(std::memcmp(one.data(), two.data(), one.size() * sizeof one[0]) == 0);
    CHECK(std::memcmp(one.data(), three.data(), one.size() * sizeof one[0]) == 0);
    const std::span rest{two.data(), kPlayouts - kFirst};
    referee.playouts(root.data(), 11, kFirst, rest, 2);  // the numbers decide, not the call
    CHECK(std::memcmp(one.data() + kFirst, rest.data(), rest.size_bytes()) == 0);
    for (const PlayoutResult& result : one) CHECK(result.over == 1 && result.plies <= referee.ply_bound());
  });
}

TEST(perft_counts_what_apply_reaches) {
  const auto brute = [](const Referee& referee, const Position& position, int depth, auto&& self) -> std::uint64_t {
    if (depth == 0) return 1;
    std::uint64_t count = 0;
    std::vector<Action> actions;
    referee.to_act(position.data()).for_each([&](Seat seat) {
      referee.legal(position.data(), seat, actions);
      for (const Action action : actions) {
        Position next = position;
        CHECK(referee.apply(next.data(), seat, action).ok());
        count += self(referee, next, depth - 1, self);
      }
    });
    return count;
  };
  each_game(2, [&](const Referee& referee, int n, std::uint64_t seed) {
    for (const ChanceMode mode : {ChanceMode::automatic, ChanceMode::manual}) {
      Position root{referee};
      referee.initial(test::players(n), mode, seed, root.data());
      for (int depth = 0; depth <= 2; ++depth) {
        CHECK(referee.perft(root.data(), depth) == brute(referee, root, depth, brute));
      }
    }
  });
}

RUN_TESTS()
