// Solar: the final report (SOL 6), as plain data: every line of a nation's points.
#include "arbitre/games/solar/scoring.hpp"

namespace arbitre::solar {
namespace {

class Lines {
 public:
  void add(std::string_view item, Value::Map details, int points) {
    Value::Map line{{"item", Value{item}}};
    for (auto& detail : details) line.push_back(std::move(detail));
    line.emplace_back("points", Value{points});
    lines_.emplace_back(std::move(line));
  }
  Value::List take() { return std::move(lines_); }

 private:
  Value::List lines_;
};

Value nation_report(const Rules& r, const State& s, int seat) {
  const Nation& n = s.at(seat);
  const NodeSet occupied = occupied_nodes(s);
  Lines lines;
  for (const Colony& colony : n.colonies) {
    const bool connected = (n.connected & node_bit(colony.node)) != 0;
    lines.add("colony",
              {{"node", Value{r.node_ids[colony.node]}},
               {"level", Value{int{colony.level}}},
               {"connected", Value{connected}}},
              colony_vp(r, n, colony));
  }
  const int routes = counted_routes(r, n, occupied);
  lines.add("routes", {{"count", Value{routes}}}, r.p.route_vp * routes);
  for_each_bit(n.technologies(), [&](std::uint8_t t) {
    lines.add("technology", {{"technology", Value{r.technology_ids[t]}}}, r.technologies[t].vp);
  });
  for (std::size_t card = 0; card < kMilitary; ++card) {
    if (n.military[card] == 0) continue;
    lines.add("military_card", {{"card", Value{r.military_ids[card]}}, {"count", Value{int{n.military[card]}}}},
              n.military[card] * r.military[card].vp);
  }
  lines.add("technology_bonus", {{"count", Value{n.technology_count()}}}, n.technology_count() / 2);
  const Sums gross = n.eliminated != 0 ? Sums{} : gross_income(r, s, seat, occupied);
  constexpr std::array<std::string_view, kResources> kNames = {"energy", "materials", "science", "morale"};
  for (std::size_t k = 0; k < kResources; ++k) {
    lines.add("income", {{"resource", Value{kNames[k]}}, {"gross", Value{gross[k]}}}, income_vp(r, gross[k]));
  }
  lines.add("events", {}, n.vp_events);
  if (has_effect(r, n, Effect::vp8_if_5_techs)) lines.add("extrasolar", {}, extrasolar_vp(r, n));
  if (has_effect(r, n, Effect::vp1_per_connected_colony)) lines.add("collective_awakening", {}, awakening_vp(r, n));
  if (n.agenda != kNone) {
    const bool holds = agenda_progress(r, s, seat, static_cast<Agenda>(n.agenda)).holds();
    lines.add("agenda", {{"agenda", Value{r.agenda_ids[n.agenda]}}, {"holds", Value{holds}}}, agenda_vp(r, s, seat));
  }
  return Value::Map{{"seat", Value{seat}},
                    {"nation", Value{r.nation_ids[n.id]}},
                    {"lines", lines.take()},
                    {"public_vp", Value{public_vp(r, s, seat)}},
                    {"total", Value{total_vp(r, s, seat)}}};
}

}  // namespace

Value score_report(const Rules& r, const State& s) {
  Value::List nations;
  for (int seat = 0; seat < s.players(); ++seat) nations.push_back(nation_report(r, s, seat));
  return Value::Map{{"turn", Value{int{s.turn}}}, {"over", Value{s.phase == Phase::over}}, {"nations", nations}};
}

}  // namespace arbitre::solar
