"""Prints the week of the guild: who gained the most xp, the best drops, and who is in game.

HUB_URL and HUB_KEY name the hub. docs/recipes/python.md says how the client is generated.
"""

import os

from guild_account_hub_client import AuthenticatedClient
from guild_account_hub_client.api.accounts import list_accounts
from guild_account_hub_client.api.leaderboards import get_gains_leaderboard, get_loot_leaderboard
from guild_account_hub_client.models import Error
from guild_account_hub_client.models import GetGainsLeaderboardPeriod as GainsPeriod
from guild_account_hub_client.models import GetLootLeaderboardPeriod as LootPeriod


def read(operation, **parameters):
    """The data of an answer. Raises with the hub's message for an error."""
    answer = operation.sync(client=client, **parameters)
    if answer is None or isinstance(answer, Error):
        raise SystemExit(f"the hub refused: {answer.error.message if answer else 'no answer'}")
    return answer.data


client = AuthenticatedClient(base_url=f"{os.environ['HUB_URL']}/api/v1", token=os.environ["HUB_KEY"])

print("Most xp of the week")
for board in read(get_gains_leaderboard, period=GainsPeriod.WEEK, skill="overall").leaderboards:
    for entry in board.entries:
        print(f"  {entry.rank}. {entry.account.name}: {entry.gain:,}")

print("Most valuable drops of the week")
for entry in read(get_loot_leaderboard, period=LootPeriod.WEEK, limit=5).entries:
    print(f"  {entry.rank}. {entry.event.line}")

print("In game")
for account in read(list_accounts, online=True):
    print(f"  {account.name} on world {account.world}")
