import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.openapitools.client.ApiClient;
import org.openapitools.client.api.AccountsApi;
import org.openapitools.client.api.EventsApi;
import org.openapitools.client.api.HistoryApi;
import org.openapitools.client.api.HubApi;
import org.openapitools.client.api.LeaderboardsApi;
import org.openapitools.client.api.XpApi;

/** Calls every operation. Arguments: the address of the API, an API key, an account. */
public class Use {
  interface Call {
    Object answer() throws Exception;
  }

  static final List<String> done = new ArrayList<>();
  static final Map<String, String> failed = new LinkedHashMap<>();

  @SuppressWarnings("unchecked")
  static <T> T call(String operation, Call call) {
    try {
      T answer = (T) call.answer();
      done.add(operation);
      return answer;
    } catch (Exception error) {
      failed.put(operation, String.valueOf(error));
      return null;
    }
  }

  public static void main(String[] args) throws Exception {
    String id = args[2];
    ApiClient client = new ApiClient();
    client.updateBaseUri(args[0]);
    client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + args[1]));
    var accounts = new AccountsApi(client);
    var events = new EventsApi(client);
    var history = new HistoryApi(client);
    var hub = new HubApi(client);
    var leaderboards = new LeaderboardsApi(client);
    var xp = new XpApi(client);

    // @calls: the test writes the other calls here
    var account = Use.<org.openapitools.client.model.AccountResponse>call("getAccount", () -> accounts.getAccount(id));
    var series = Use.<org.openapitools.client.model.XpResponse>call("getXp", () -> xp.getXp(id, "overall", @rest(getXp, 2)));
    var loot = Use.<org.openapitools.client.model.LootLeaderboardResponse>call("getLootLeaderboard", () -> leaderboards.getLootLeaderboard("week", @rest(getLootLeaderboard, 1)));

    Map<String, Object> read = new LinkedHashMap<>();
    read.put("name", account.getData().getName());
    read.put("overall_xp", account.getData().getSkills().getOverallXp());
    read.put("last_skill", account.getData().getSkills().getSkills().get(25).getSkill());
    read.put("value", account.getData().getEquipment().getValue());
    read.put("is_inventory_shared", account.getData().getInventory().getShared());
    read.put("point", series.getData().getAccounts().get(0).getSeries().get(0).getPoints().get(1).get(1));
    read.put("drop", loot.getData().getEntries().get(0).getEvent().getValueGp());
    System.out.println(new ObjectMapper().writeValueAsString(Map.of("done", done, "failed", failed, "read", read)));
  }
}
