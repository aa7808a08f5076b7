"""Combat on a colony, from the commitments to the losses (SOL 5.5, steps 4 to 8)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from .tables import CONSTANTS, CRUISER, UPKEEP


class Price(NamedTuple):
    """Materials and energy, the two things a commitment costs."""

    materials: int
    energy: int


# --- Prices -----------------------------------------------------------------------------------


def token_price(tokens: int, half: bool) -> Price:
    """SOL 5.5, token price; `half` is `war_cost_half`: floor for M, ceil for E."""
    price = UPKEEP["token_war_cost"]
    materials, energy = tokens * price["materials"], tokens * price["energy"]
    if half:
        return Price(materials // 2, energy - energy // 2)
    return Price(materials, energy)


def commitment_price(tokens: int, cruiser: bool, half: bool) -> Price:
    """SOL 5.5: tokens plus cruiser, whose own price is never halved."""
    price = token_price(tokens, half)
    if not cruiser:
        return price
    deploy = CRUISER["price"]
    return Price(price.materials + deploy["materials"], price.energy + deploy["energy"])


def is_payable(price: Price, materials: int, energy: int) -> bool:
    """SOL 5.5: payable if tokens plus cruiser fit in the stocks."""
    return price.materials <= materials and price.energy <= energy


def most_payable(materials: int, energy: int, half: bool) -> int:
    """SOL 5.5: the largest payable number of tokens, without cruiser, found by trying."""
    tokens = 0
    while is_payable(token_price(tokens + 1, half), materials, energy):
        tokens += 1
    return tokens


def garrison(on_own_home: bool, turn: int, home_retaken_turn: int) -> int:
    """SOL 5.5, step 4: what guards the principal defender's colony by itself."""
    if not on_own_home:
        return int(CONSTANTS["colony_garrison"])
    full = int(CONSTANTS["capital_garrison"])
    if home_retaken_turn == 0:
        return full
    return max(1, min(full, 1 + turn - home_retaken_turn))


# --- The fight --------------------------------------------------------------------------------


@dataclass
class Side:
    """One side's commitment; `half` says whether it owns `war_cost_half`."""

    tokens: int
    bonus: int = 0
    cruiser: bool = False
    half: bool = False

    @property
    def power(self) -> int:
        """Its share of A or D; the bonus counts even with 0 tokens (step 5)."""
        return self.tokens + self.bonus + (CRUISER["power"] if self.cruiser else 0)

    @property
    def engaged(self) -> bool:
        """Whether it committed a token or the cruiser (step 7)."""
        return self.tokens > 0 or self.cruiser


@dataclass
class Loss:
    """What the fight costs and brings one side (step 8)."""

    materials: int = 0
    energy: int = 0
    destroyed: int = 0
    recovery: int = 0
    vp: int = 0
    morale: int = 0
    repair: bool = False


@dataclass
class Outcome:
    """A fight: the powers, who won, and the losses of each side, defenders in their order."""

    attack: int
    defence: int
    result: str
    """`attacker`, `defenders` or `tie`."""
    undefended: bool = False
    attacker: Loss = field(default_factory=Loss)
    defenders: list[Loss] = field(default_factory=list)


def winner_of(attack: int, defence: int) -> str:
    """SOL 5.5, step 6."""
    if attack > defence:
        return "attacker"
    if attack < defence:
        return "defenders"
    return "tie"


def loss_of(side: Side, *, lost: bool) -> Loss:
    """SOL 5.5, step 8: the price and the tokens of a side that pays."""
    price = commitment_price(side.tokens, side.cruiser, side.half)
    loss = Loss(price.materials, price.energy)
    if lost:
        loss.destroyed = side.tokens // 2
        loss.recovery = side.tokens - side.tokens // 2
        loss.repair = side.cruiser
    else:
        loss.recovery = side.tokens // 2
    return loss


def fight(attacker: Side, defenders: list[Side], garrison: int) -> Outcome:
    """SOL 5.5, steps 5 to 8; the principal defender comes first, capitals are not counted."""
    attack = attacker.power
    defence = garrison + sum(side.power for side in defenders)
    outcome = Outcome(attack, defence, winner_of(attack, defence))
    result, vp = outcome.result, CONSTANTS["combat_vp"]
    outcome.undefended = result == "attacker" and not any(side.engaged for side in defenders)

    if outcome.undefended:
        outcome.attacker = Loss()
    else:
        outcome.attacker = loss_of(attacker, lost=result == "defenders")
    outcome.defenders = [loss_of(side, lost=result == "attacker") for side in defenders]

    if result == "attacker":
        outcome.attacker.vp = vp
    else:
        outcome.attacker.morale = -1
    for place, (side, loss) in enumerate(zip(defenders, outcome.defenders, strict=True)):
        if result != "defenders":
            loss.morale = -1
        elif place == 0 or side.tokens > 0:
            loss.vp = vp
    return outcome
