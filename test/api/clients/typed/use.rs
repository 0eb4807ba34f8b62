//! Calls every operation. Arguments: the address of the API, an API key, an account.

use hub_client::apis::configuration::Configuration;
use hub_client::apis::{accounts_api, events_api, history_api, hub_api, leaderboards_api, xp_api};
use serde_json::{json, Map, Value};

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let id = arguments[3].as_str();
    let mut configuration = Configuration::new();
    configuration.base_path = arguments[1].clone();
    configuration.bearer_access_token = Some(arguments[2].clone());
    let hub = &configuration;
    let mut done: Vec<&str> = Vec::new();
    let mut failed: Map<String, Value> = Map::new();

    macro_rules! call {
        ($operation:literal, $call:expr) => {
            match $call.await {
                Ok(answer) => {
                    done.push($operation);
                    Some(answer)
                }
                Err(error) => {
                    failed.insert($operation.into(), format!("{error:?}").into());
                    None
                }
            }
        };
    }

    // @calls: the test writes the other calls here
    let account = call!("getAccount", accounts_api::get_account(hub, id));
    let series = call!("getXp", xp_api::get_xp(hub, id, Some("overall"), @rest(getXp, 2)));
    let loot = call!("getLootLeaderboard", leaderboards_api::get_loot_leaderboard(hub, Some("week"), @rest(getLootLeaderboard, 1)));

    let mut read = json!({});
    if let (Some(account), Some(series), Some(loot)) = (account, series, loot) {
        let (skills, equipment) = (account.data.skills.unwrap(), account.data.equipment.unwrap());
        read = json!({
            "name": account.data.name,
            "overall_xp": skills.overall_xp,
            "last_skill": skills.skills.unwrap()[25].skill,
            "value": equipment.value,
            "is_inventory_shared": account.data.inventory.unwrap().shared,
            "point": series.data.accounts[0].series[0].points[1][1],
            "drop": loot.data.entries[0].event.value_gp,
        });
    }
    println!("{}", json!({ "done": done, "failed": failed, "read": read }));
}
