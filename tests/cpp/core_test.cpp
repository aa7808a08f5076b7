// The parts of the core that no game exercises alone.
#include <set>
#include <string>

#include "arbitre/core/fixed.hpp"
#include "arbitre/core/hash.hpp"
#include "arbitre/core/rng.hpp"
#include "check.hpp"
#include "games.hpp"

using namespace arbitre;

TEST(vec_keeps_unused_room_zero) {
  Vec<std::uint8_t, 4> a, b;
  a.push_back(1);
  a.push_back(2);
  a.push_back(3);
  a.erase(0);
  b.push_back(2);
  b.push_back(3);
  CHECK(a == b);
  CHECK(std::memcmp(&a, &b, sizeof a) == 0);
  a.clear();
  CHECK(a == Vec<std::uint8_t, 4>{});
  CHECK(a.well_formed());
  auto raw = std::bit_cast<std::array<std::uint8_t, 5>>(b);
  raw[4] = 9;  // a length beyond the room
  CHECK((!std::bit_cast<Vec<std::uint8_t, 4>>(raw).well_formed()));
  raw[4] = 1;  // dirt behind the end
  CHECK((!std::bit_cast<Vec<std::uint8_t, 4>>(raw).well_formed()));
}

TEST(bits_are_an_ascending_set) {
  Bits<150> set;
  const std::set<std::size_t> members{0, 63, 64, 65, 127, 149};
  for (const std::size_t i : members) set.insert(i);
  CHECK(set.size() == 6);
  std::vector<std::size_t> visited;
  set.for_each([&](std::size_t i) { visited.push_back(i); });
  CHECK(std::equal(visited.begin(), visited.end(), members.begin(), members.end()));
  for (int n = 0; n < set.size(); ++n) CHECK(set.nth(n) == visited[static_cast<std::size_t>(n)]);
  set.erase(64);
  CHECK(!set.has(64) && set.has(65));
  CHECK(Bits<150>::below(150).size() == 150);
}

TEST(draws_are_uniform_and_reproducible) {
  Rng a{42, 0}, b{42, 0};
  std::array<int, 7> counts{};
  for (int i = 0; i < 70'000; ++i) {
    const std::uint32_t drawn = a.below(7);
    CHECK(drawn == b.below(7));
    ++counts[drawn];
  }
  for (const int count : counts) CHECK(count > 9'500 && count < 10'500);
  Stream one{1, 0}, other{1, 1};
  int equal = 0;
  for (int i = 0; i < 1'000; ++i) equal += one.next() == other.next() ? 1 : 0;
  CHECK(equal < 3);
}

TEST(quotes_end_with_whole_characters) {
  CHECK(quoted("deck") == "'deck'");
  CHECK(quoted(std::string(40, 'x')) == "'" + std::string(40, 'x') + "'");
  CHECK(quoted(std::string(41, 'x')) == "'" + std::string(40, 'x') + "...'");
  const std::string letters = "\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9";  // five of two bytes each
  CHECK(quoted(std::string(39, 'x') + letters) == "'" + std::string(39, 'x') + "...'");
  CHECK(quoted(std::string(38, 'x') + letters) == "'" + std::string(38, 'x') + "\xC3\xA9...'");
  CHECK(quoted(std::string(60, '\x80')) == "'...'");
}

TEST(hash_notices_every_byte) {
  for (std::size_t size = 0; size < 70; ++size) {
    std::vector<std::byte> bytes(size, std::byte{7});
    std::set<std::uint64_t> seen{hash_bytes(bytes)};
    for (std::size_t i = 0; i < size; ++i) {
      bytes[i] ^= std::byte{1};
      CHECK(seen.insert(hash_bytes(bytes)).second);
      bytes[i] ^= std::byte{1};
    }
    CHECK(seen.insert(hash_bytes(bytes, 1)).second);
    bytes.push_back(std::byte{0});
    CHECK(seen.insert(hash_bytes(bytes)).second);
  }
}

TEST(tables_accept_only_the_canonical_text) {
  const std::string good = "arbitre-rules 1 toy\n\n[t] a b\nx 1 -2\n";
  const Tables tables = Tables::parse(good);
  CHECK(tables.game() == "toy");
  CHECK(tables.table("t").at("x", "b", -5, 5) == -2);
  CHECK_THROWS(RulesError, tables.table("u"));
  CHECK_THROWS(RulesError, tables.table("t").at("x", "b", 0, 5));
  CHECK_THROWS(RulesError, tables.table("t").at("y", "b", 0, 5));
  CHECK_THROWS(RulesError, tables.table("t").at("x", "c", 0, 5));
  for (const char* bad :
       {"", "\n", "arbitre-rules 2 toy\n", "arbitre-rules 1 toy", "arbitre-rules 1 t y\n", "arbitre-rules 1 toy\nx 1\n",
        "arbitre-rules 1 toy\n[t] a\nx 1 2\n", "arbitre-rules 1 toy\n[t] a\nx\n", "arbitre-rules 1 toy\n[t] a\nx 01\n",
        "arbitre-rules 1 toy\n[t] a\nx +1\n", "arbitre-rules 1 toy\n[t] a\nx 1\nx 2\n",
        "arbitre-rules 1 toy\n[t] a\n[t] a\n", "arbitre-rules 1 toy\n[t\n", "arbitre-rules 1 toy\n[t]a\n",
        "arbitre-rules 1 toy\n[t] a\nx  1\n", "arbitre-rules 1 toy\n[t] a\nx 99999999999999999999\n",
        "arbitre-rules 1 toy\n[t] a\nx 1 \n"}) {
    CHECK_THROWS(RulesError, Tables::parse(bad));
  }
  std::string changed = good;
  changed[changed.size() - 2] = '3';
  CHECK(Tables::parse(changed).digest() != tables.digest());
}

TEST(domains_follow_the_rules_data) {
  const auto compiled = [](int cards) {
    return toy::compile_toy(Tables::parse("arbitre-rules 1 toy\n\n[params] value\ncard_count " + std::to_string(cards) +
                                          "\nhand_size 2\nsix_weight 2\n"));
  };
  const auto small = compiled(8);
  const auto large = compiled(20);
  // bid card, aim seat, shield card or none, boast flag, deal card, roll face
  CHECK(small->action_count() == 8 + 4 + 9 + 2 + 8 + 6);
  CHECK(large->action_count() == 20 + 4 + 21 + 2 + 20 + 6);
  CHECK_THROWS(RulesError, compiled(3));
  CHECK_THROWS(RulesError, compiled(25));
}

TEST(every_action_has_one_name) {
  for (const auto& referee : test::all_referees()) {
    for (Action action = 0; action < referee->action_count(); ++action) {
      const auto parsed = referee->parse(referee->move(action));
      CHECK(std::get_if<Action>(&parsed) != nullptr && std::get<Action>(parsed) == action);
    }
  }
}

TEST(malformed_moves_are_named) {
  const auto referee = test::toy_referee();
  const auto code = [&](Value::Map move) {
    const auto parsed = referee->parse(std::move(move));
    return std::holds_alternative<MalformedVerdict>(parsed) ? std::get<MalformedVerdict>(parsed).code : Reject::ok;
  };
  CHECK(code({}) == Reject::unknown_action);
  CHECK(code({{"kind", 3}}) == Reject::unknown_action);
  CHECK(code({{"kind", "jump"}}) == Reject::unknown_action);
  CHECK(code({{"kind", "bid"}}) == Reject::unknown_id);
  CHECK(code({{"kind", "bid"}, {"card", 0}}) == Reject::unknown_id);
  CHECK(code({{"kind", "bid"}, {"card", true}}) == Reject::unknown_id);
  CHECK(code({{"kind", "bid"}, {"card", 1}, {"x", 1}}) == Reject::unknown_field);
  CHECK(code({{"kind", "boast"}, {"loud", 1}}) == Reject::unknown_id);
  CHECK(code({{"kind", "boast"}, {"loud", true}}) == Reject::ok);
  CHECK(code({{"kind", "shield"}, {"card", "none"}}) == Reject::ok);
  CHECK(code({{"kind", "shield"}, {"card", Value{}}}) == Reject::ok);
  CHECK(code({{"kind", "shield"}, {"card", "c3"}}) == Reject::ok);
}

TEST(set_ups_are_refused_with_every_reason) {
  const auto referee = test::toy_referee();
  test::Position position{*referee};
  try {
    referee->initial(Value::Map{{"players", 9}, {"rounds", "many"}, {"color", 1}}, ChanceMode::manual, 0,
                     position.data());
    CHECK(false);
  } catch (const SetupError& error) {
    CHECK(error.reasons.size() == 3);
    CHECK(error.reasons[0].code == "BAD_PLAYERS");
    CHECK(error.reasons[1].code == "BAD_OPTION_VALUE");
    CHECK(error.reasons[2].code == "UNKNOWN_OPTION");
  }
}

RUN_TESTS()
