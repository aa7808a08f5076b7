#include "arbitre/games/solar/model.hpp"

#include "arbitre/games/registry.hpp"
#include "bind_game.hpp"
#include "games.hpp"

namespace arbitre::solar {

using bindings::RecordType;

static pybind11::dtype layout(std::type_identity<Colony>) {
  return RecordType<Colony>{}
      .field("node", &Colony::node)
      .field("level", &Colony::level)
      .field("hostile", &Colony::hostile)
      .field("no_upgrade", &Colony::no_upgrade)
      .field("founded", &Colony::founded)
      .field("raided_turn", &Colony::raided_turn)
      .done();
}
static pybind11::dtype layout(std::type_identity<Nation>) {
  return RecordType<Nation>{}
      .field("stock", &Nation::stock)
      .field("per_turn", &Nation::per_turn)
      .field("bought", &Nation::bought)
      .field("stolen", &Nation::stolen)
      .field("copied", &Nation::copied)
      .field("route_set", &Nation::route_set)
      .field("tokens", &Nation::tokens)
      .field("snapshot_morale", &Nation::snapshot_morale)
      .field("snapshot_materials", &Nation::snapshot_materials)
      .field("judged_morale", &Nation::judged_morale)
      .field("vp_events", &Nation::vp_events)
      .field("gov_perm", &Nation::gov_perm)
      .field("trophies", &Nation::trophies)
      .field("colony_set", &Nation::colony_set)
      .field("connected", &Nation::connected)
      .field("recovery", &Nation::recovery)
      .field("military", &Nation::military)
      .field("colonies", &Nation::colonies)
      .field("routes", &Nation::routes)
      .field("id", &Nation::id)
      .field("ac_left", &Nation::ac_left)
      .field("ac_max", &Nation::ac_max)
      .field("gov_form", &Nation::gov_form)
      .field("reserve", &Nation::reserve)
      .field("surge_tokens", &Nation::surge_tokens)
      .field("mil_lose_next", &Nation::mil_lose_next)
      .field("cruiser_ready_turn", &Nation::cruiser_ready_turn)
      .field("cruiser_used_attack", &Nation::cruiser_used_attack)
      .field("cruiser_used_defense", &Nation::cruiser_used_defense)
      .field("agenda_offer", &Nation::agenda_offer)
      .field("agenda", &Nation::agenda)
      .field("investment", &Nation::investment)
      .field("investment_active", &Nation::investment_active)
      .field("free_colonizations", &Nation::free_colonizations)
      .field("free_routes", &Nation::free_routes)
      .field("espionage_done", &Nation::espionage_done)
      .field("strategy_card", &Nation::strategy_card)
      .field("free_settlement", &Nation::free_settlement)
      .field("initiative_turn", &Nation::initiative_turn)
      .field("planned_turn", &Nation::planned_turn)
      .field("power_used", &Nation::power_used)
      .field("passed", &Nation::passed)
      .field("eliminated", &Nation::eliminated)
      .field("suffocating", &Nation::suffocating)
      .field("military_bought", &Nation::military_bought)
      .field("calmed", &Nation::calmed)
      .field("mission", &Nation::mission)
      .field("accord_refused", &Nation::accord_refused)
      .field("home_retaken_turn", &Nation::home_retaken_turn)
      .field("visit_debt", &Nation::visit_debt)
      .done();
}
static pybind11::dtype layout(std::type_identity<War>) {
  return RecordType<War>{}
      .field("order_no", &War::order_no)
      .field("opener", &War::opener)
      .field("other", &War::other)
      .field("kind", &War::kind)
      .field("declared_turn", &War::declared_turn)
      .field("wins", &War::wins)
      .field("penalty_pending", &War::penalty_pending)
      .field("fresh", &War::fresh)
      .done();
}
static pybind11::dtype layout(std::type_identity<Frame>) {
  return RecordType<Frame>{}
      .field("ask", &Frame::ask)
      .field("seats", &Frame::seats)
      .field("actor", &Frame::actor)
      .field("value", &Frame::value)
      .done();
}
static pybind11::dtype layout(std::type_identity<Commitment>) {
  return RecordType<Commitment>{}.field("tokens", &Commitment::tokens).field("cruiser", &Commitment::cruiser).done();
}
static pybind11::dtype layout(std::type_identity<PendingCombat>) {
  return RecordType<PendingCombat>{}
      .field("attacker", &PendingCombat::attacker)
      .field("node", &PendingCombat::node)
      .field("attack", &PendingCombat::attack)
      .field("defender_count", &PendingCombat::defender_count)
      .field("defenders", &PendingCombat::defenders)
      .field("answer_count", &PendingCombat::answer_count)
      .field("answers", &PendingCombat::answers)
      .done();
}
static pybind11::dtype layout(std::type_identity<Pair>) {
  return RecordType<Pair>{}
      .field("accord", &Pair::accord)
      .field("forced_node", &Pair::forced_node)
      .field("pact_until", &Pair::pact_until)
      .done();
}
static pybind11::dtype layout(std::type_identity<State>) {
  return RecordType<State>{}
      .field("head", &State::head)
      .field("nations", &State::nations)
      .field("wars", &State::wars)
      .field("pending", &State::pending)
      .field("tier3_taken", &State::tier3_taken)
      .field("picks", &State::picks)
      .field("cause_tick", &State::cause_tick)
      .field("war_clock", &State::war_clock)
      .field("civic_taken", &State::civic_taken)
      .field("strategy_pool", &State::strategy_pool)
      .field("variants", &State::variants)
      .field("visible_vp", &State::visible_vp)
      .field("queue", &State::queue)
      .field("tension", &State::tension)
      .field("grudge", &State::grudge)
      .field("assaults", &State::assaults)
      .field("estimate", &State::estimate)
      .field("grievance", &State::grievance)
      .field("block_charged", &State::block_charged)
      .field("pairs", &State::pairs)
      .field("combat", &State::combat)
      .field("amounts", &State::amounts)
      .field("amount_count", &State::amount_count)
      .field("order", &State::order)
      .field("visit", &State::visit)
      .field("event_schedule", &State::event_schedule)
      .field("branch_open", &State::branch_open)
      .field("empaths_holders", &State::empaths_holders)
      .field("empaths_open_turn", &State::empaths_open_turn)
      .field("strategy_order", &State::strategy_order)
      .field("strategy_next", &State::strategy_next)
      .field("pirates_hit", &State::pirates_hit)
      .field("summit_open", &State::summit_open)
      .field("summit_picks", &State::summit_picks)
      .field("war_step", &State::war_step)
      .field("war_left", &State::war_left)
      .field("phase", &State::phase)
      .field("turn", &State::turn)
      .field("reserved", &State::reserved)
      .done();
}

}  // namespace arbitre::solar

namespace arbitre::bindings {

BoundGame bound_solar() { return bind_game<solar::State>({"solar", compile_solar}); }

}  // namespace arbitre::bindings
