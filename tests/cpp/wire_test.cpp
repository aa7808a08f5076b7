// Bytes from strangers: refused or judged, never trusted. Run under the sanitizers by .ci/run.
#include "check.hpp"
#include "games.hpp"
#include "use_state.hpp"

using namespace arbitre;
using test::decode_and_use;
using test::encoded;
using test::Position;

TEST(records_round_trip) {
  for (const auto& referee : test::all_referees()) {
    test::random_walk(*referee, referee->players_min(), 5, ChanceMode::manual, [&](const Position& position) {
      const auto record = encoded(*referee, position);
      Position back{*referee};
      referee->decode(record, back.data());
      CHECK(back == position);
      CHECK(wire_digest(record) == referee->digest());
    });
  }
}

TEST(each_fault_has_its_code) {
  const auto referee = test::toy_referee();
  const auto code = [&](std::span<const std::byte> record) -> std::string {
    Position position{*referee};
    try {
      referee->decode(record, position.data());
    } catch (const WireError& error) {
      return error.code;
    }
    return "OK";
  };
  Position position{*referee};
  referee->initial(test::players(3), ChanceMode::automatic, 1, position.data());
  const auto good = encoded(*referee, position);
  const auto flipped = [&](std::size_t at) {
    auto bad = good;
    bad[at] ^= std::byte{1};
    return bad;
  };
  CHECK(code(good) == "OK");
  CHECK(code({}) == "WIRE_LENGTH");
  CHECK(code({good.data(), good.size() - 1}) == "WIRE_LENGTH");
  CHECK(code(flipped(0)) == "WIRE_MAGIC");
  CHECK(code(flipped(4)) == "WIRE_GAME");
  CHECK(code(flipped(8)) == "WIRE_VERSION");
  CHECK(code(flipped(10)) == "WIRE_VERSION");
  CHECK(code(flipped(12)) == "WIRE_LENGTH");
  CHECK(code(flipped(16)) == "WIRE_CHECKSUM");
  CHECK(code(flipped(good.size() - 1)) == "WIRE_CHECKSUM");

  Position changed = position;
  changed.data()[0] ^= std::byte{1};
  CHECK(code(encoded(*referee, changed)) == "UNKNOWN_RULES");
  changed = position;
  reinterpret_cast<toy::State*>(changed.data())->round = 9;
  CHECK(code(encoded(*referee, changed)) == "WIRE_INVARIANT");
  for (const auto& other : test::all_referees()) {
    if (other->name() == "toy") continue;
    Position foreign{*other};
    other->initial(test::players(2), ChanceMode::automatic, 1, foreign.data());
    CHECK(code(encoded(*other, foreign)) == "WIRE_GAME");
  }
}

TEST(ten_thousand_mutated_states_are_refused_or_playable) {
  for (const auto& referee : test::all_referees()) {
    std::vector<Position> seeds;
    for (int n = referee->players_min(); n <= referee->players_max(); ++n) {
      test::random_walk(*referee, n, 17, ChanceMode::manual, [&](const Position& position) {
        seeds.push_back(position);
        Position seen{*referee};
        referee->observe(position.data(), 0, seen.data());
        seeds.push_back(seen);
      });
    }
    Stream stream{23, 0};
    const auto size = static_cast<std::uint32_t>(referee->state_size());
    int accepted = 0;
    for (int i = 0; i < 10'000; ++i) {
      Position position = seeds[stream.below(static_cast<std::uint32_t>(seeds.size()))];
      const std::uint32_t changes = 1 + stream.below(3);
      for (std::uint32_t c = 0; c < changes; ++c) {
        const std::uint32_t at = 8 + stream.below(size - 8);  // behind the digest
        const std::uint32_t small = stream.below(2);
        const auto value = static_cast<std::byte>(small != 0 ? stream.below(12) : stream.below(256));
        position.data()[at] = value;
      }
      accepted += decode_and_use(*referee, encoded(*referee, position)) ? 1 : 0;
    }
    CHECK(accepted > 0);  // the mutations must reach the other side of check_state
    CHECK(accepted < 10'000);
  }
}

TEST(random_and_cut_bytes_are_refused) {
  for (const auto& referee : test::all_referees()) {
    Stream stream{29, 0};
    Position position{*referee};
    referee->initial(test::players(2), ChanceMode::automatic, 1, position.data());
    const auto good = encoded(*referee, position);
    for (std::size_t size = 0; size < good.size(); ++size) CHECK(!decode_and_use(*referee, {good.data(), size}));
    for (int i = 0; i < 2'000; ++i) {
      std::vector<std::byte> noise(stream.below(2) == 0 ? good.size() : stream.below(400));
      for (std::byte& byte : noise) byte = static_cast<std::byte>(stream.below(256));
      CHECK(!decode_and_use(*referee, noise));
      auto flipped = good;
      flipped[stream.below(static_cast<std::uint32_t>(good.size()))] ^= static_cast<std::byte>(1 + stream.below(255));
      CHECK(!decode_and_use(*referee, flipped));
    }
  }
}

RUN_TESTS()
