import com.fasterxml.jackson.databind.ObjectMapper
import org.openapitools.client.apis.AccountsApi
import org.openapitools.client.apis.EventsApi
import org.openapitools.client.apis.HistoryApi
import org.openapitools.client.apis.HubApi
import org.openapitools.client.apis.LeaderboardsApi
import org.openapitools.client.apis.XpApi
import org.openapitools.client.infrastructure.ApiClient

val done = mutableListOf<String>()
val failed = mutableMapOf<String, String>()

fun <T> call(operation: String, answer: () -> T): T? = try {
  answer().also { done.add(operation) }
} catch (error: Exception) {
  failed[operation] = error.toString()
  null
}

/** Calls every operation. Arguments: the address of the API, an API key, an account. */
fun main(args: Array<String>) {
  val (url, key, id) = args
  ApiClient.accessToken = key
  val (accounts, events, history) = Triple(AccountsApi(url), EventsApi(url), HistoryApi(url))
  val (hub, leaderboards, xp) = Triple(HubApi(url), LeaderboardsApi(url), XpApi(url))

  // @calls: the test writes the other calls here
  val account = call("getAccount") { accounts.getAccount(id) }
  val series = call("getXp") { xp.getXp(id, "overall") }
  val loot = call("getLootLeaderboard") { leaderboards.getLootLeaderboard(period = LeaderboardsApi.PeriodGetLootLeaderboard.week) }

  val read = mapOf(
    "name" to account?.data?.name,
    "overall_xp" to account?.data?.skills?.overallXp,
    "last_skill" to account?.data?.skills?.skills?.get(25)?.skill,
    "value" to account?.data?.equipment?.value,
    "is_inventory_shared" to account?.data?.inventory?.shared,
    "point" to series?.data?.accounts?.get(0)?.series?.get(0)?.points?.get(1)?.get(1),
    "drop" to loot?.data?.propertyEntries?.get(0)?.event?.valueGp,
  )
  println(ObjectMapper().writeValueAsString(mapOf("done" to done, "failed" to failed, "read" to read)))
}
