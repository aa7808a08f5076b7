"""The combat twin of Solar against the worked examples X26 to X37 of SOL 9, counted by hand."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from .solar import combat, network
from .solar.combat import Loss, Price, Side
from .solar.positions import colony, nation
from .solar.tables import combat_bonus


def test_x26_prices() -> None:
    assert combat.token_price(5, half=True) == Price(materials=2, energy=3)
    assert combat.token_price(1, half=True) == Price(materials=0, energy=1)
    assert combat.token_price(5, half=False) == Price(materials=5, energy=5)
    assert combat.most_payable(3, 3, half=True) == 6
    assert combat.token_price(6, half=True) == Price(materials=3, energy=3)
    assert combat.most_payable(0, 5, half=True) == 1
    for half in (False, True):
        assert combat.commitment_price(0, cruiser=True, half=half) == Price(5, 5)
    assert combat.commitment_price(1, cruiser=True, half=True) == Price(5, 6)


def test_most_payable_is_the_formula_of_the_rules() -> None:
    """SOL 5.5: min(M, E), or min(2M+1, 2E) with `war_cost_half`."""
    for materials in range(25):
        for energy in range(25):
            full = combat.most_payable(materials, energy, half=False)
            half = combat.most_payable(materials, energy, half=True)
            assert full == min(materials, energy)
            assert half == min(2 * materials + 1, 2 * energy)


def test_x28_attacker_wins() -> None:
    found = combat.fight(Side(6), [Side(3)], garrison=1)
    assert (found.attack, found.defence, found.result) == (6, 4, "attacker")
    assert found.attacker == Loss(6, 6, destroyed=0, recovery=3, vp=2, morale=0)
    assert found.defenders == [Loss(3, 3, destroyed=1, recovery=2, vp=0, morale=-1)]


def test_x29_defenders_win() -> None:
    found = combat.fight(Side(4), [Side(4)], garrison=1)
    assert found.result == "defenders"
    assert found.attacker == Loss(4, 4, destroyed=2, recovery=2, morale=-1)
    assert found.defenders == [Loss(4, 4, recovery=2, vp=2)]


def test_x30_tie() -> None:
    found = combat.fight(Side(4), [Side(3)], garrison=1)
    assert found.result == "tie"
    assert found.attacker == Loss(4, 4, recovery=2, morale=-1)
    assert found.defenders == [Loss(3, 3, recovery=1, morale=-1)]


def test_x31_undefended() -> None:
    found = combat.fight(Side(3), [Side(0)], garrison=1)
    assert (found.result, found.undefended) == ("attacker", True)
    assert found.attacker == Loss(vp=2)
    assert found.defenders == [Loss(morale=-1)]
    found = combat.fight(Side(3, cruiser=True), [Side(0)], garrison=1)
    assert found.attacker == Loss(vp=2)


def test_x32_a_bare_capital_holds() -> None:
    found = combat.fight(Side(3), [Side(0)], garrison=10)
    assert (found.result, found.undefended) == ("defenders", False)
    assert found.attacker == Loss(3, 3, destroyed=1, recovery=2, morale=-1)
    assert found.defenders == [Loss(vp=2)]


def test_x33_and_x34_luna() -> None:
    martians = Side(8, cruiser=True, half=True)
    found = combat.fight(martians, [Side(4)], garrison=10)
    assert (found.attack, found.defence, found.result) == (13, 14, "defenders")
    assert found.attacker == Loss(9, 9, destroyed=4, recovery=4, morale=-1, repair=True)
    assert found.defenders[0].vp == 2
    found = combat.fight(martians, [Side(2)], garrison=10)
    assert (found.attack, found.defence, found.result) == (13, 12, "attacker")
    assert found.attacker == Loss(9, 9, recovery=4, vp=2)
    assert found.defenders == [Loss(2, 2, destroyed=1, recovery=1, morale=-1)]


def test_x35_garrison_of_a_recaptured_capital() -> None:
    found = [combat.garrison(True, turn, home_retaken_turn=6) for turn in (6, 7, 10)]
    assert found == [1, 2, 5]
    assert combat.garrison(True, 10, home_retaken_turn=1) == 10
    assert combat.garrison(True, 6, home_retaken_turn=0) == 10
    assert combat.garrison(False, 6, home_retaken_turn=0) == 1


def test_x36_both_cohabitants_defend() -> None:
    martians, jovians = Side(3), Side(2, bonus=2)
    found = combat.fight(Side(7), [martians, jovians], garrison=1)
    assert (found.defence, found.result) == (8, "defenders")
    assert [loss.vp for loss in found.defenders] == [2, 2]
    assert (found.attacker.destroyed, found.attacker.recovery) == (3, 4)
    # X36c: the Jovians engage nothing.
    found = combat.fight(Side(7), [Side(5), Side(0, bonus=2)], garrison=1)
    assert (found.defence, found.result) == (8, "defenders")
    assert found.defenders == [Loss(5, 5, recovery=2, vp=2), Loss()]
    # With 9 committed both are expelled.
    found = combat.fight(Side(9), [martians, jovians], garrison=1)
    assert (found.result, found.undefended) == ("attacker", False)
    assert [loss.morale for loss in found.defenders] == [-1, -1]


def test_x37_a_guest_attacks_the_owner() -> None:
    """J = 0, 1 AC; its bonus counts on the attacker's side."""
    jovians = nation(
        "jovians",
        technologies={"empath_links": "bought", "telepathy": "stolen"},
        colonies=["io", colony("pluto", no_upgrade=True)],
    )
    assert combat_bonus(jovians) == 4
    days = network.journey_days(jovians, "pluto")
    assert days is not None
    assert network.assault_ac(days) == 1
    found = combat.fight(Side(1, bonus=4), [Side(3)], garrison=1)
    assert found.result == "attacker"


def test_a_cruiser_alone_is_a_defence() -> None:
    """SOL 5.5, step 7: nothing is undefended where a cruiser stands; step 8: it is repaired."""
    found = combat.fight(Side(8), [Side(0, cruiser=True)], garrison=1)
    assert (found.result, found.undefended) == ("attacker", False)
    assert found.attacker == Loss(8, 8, recovery=4, vp=2)
    assert found.defenders == [Loss(5, 5, morale=-1, repair=True)]
    found = combat.fight(Side(6), [Side(0, cruiser=True)], garrison=1)
    assert (found.result, found.defenders[0].repair) == ("tie", False)


SIDES = st.builds(
    Side,
    tokens=st.integers(0, 63),
    bonus=st.sampled_from((0, 2, 4)),
    cruiser=st.booleans(),
    half=st.booleans(),
)
GUESTS = SIDES.map(lambda side: Side(side.tokens, side.bonus, False, side.half))


@given(
    attacker=SIDES.filter(lambda side: side.tokens > 0),
    principal=SIDES,
    guests=st.lists(GUESTS, max_size=1),
    garrison=st.integers(1, 10),
)
def test_laws_of_combat(attacker: Side, principal: Side, guests: list[Side], garrison: int) -> None:
    """What SOL 5.5 implies without being asked for a case."""
    defenders = [principal, *guests]
    found = combat.fight(attacker, defenders, garrison)
    sides = [(attacker, found.attacker), *zip(defenders, found.defenders, strict=True)]
    for side, loss in sides:
        assert 0 <= loss.destroyed <= loss.recovery + 1
        assert loss.destroyed + loss.recovery <= side.tokens
        assert not loss.repair or side.cruiser
        if not side.engaged:
            assert (loss.materials, loss.energy, loss.destroyed, loss.recovery) == (0, 0, 0, 0)
        else:
            paid = loss.materials + loss.energy > 0
            assert paid is not (found.undefended and loss is found.attacker)
    if found.undefended:
        assert found.result == "attacker"
        assert not any(side.engaged for side in defenders)
    winners = {"attacker": 1, "defenders": len(defenders), "tie": 0}[found.result]
    assert sum(loss.vp > 0 for _, loss in sides) <= winners
    assert (found.attacker.vp > 0) is (found.result == "attacker")
    assert (found.attacker.morale < 0) is (found.result != "attacker")
