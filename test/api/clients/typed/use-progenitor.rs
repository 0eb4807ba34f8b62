//! Calls every operation. Arguments: the address of the API, an API key, an account.

use hub_client::Client;
use serde_json::{json, Map, Value};

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let id = arguments[3].as_str();
    let authorization = format!("Bearer {}", arguments[2]).parse().unwrap();
    let headers = [(reqwest::header::AUTHORIZATION, authorization)].into_iter().collect();
    let with_key = reqwest::Client::builder().default_headers(headers).build().unwrap();
    let hub = Client::new_with_client(&arguments[1], with_key);
    let mut done: Vec<&str> = Vec::new();
    let mut failed: Map<String, Value> = Map::new();

    macro_rules! call {
        ($operation:literal, $call:expr) => {
            match $call.send().await {
                Ok(answer) => {
                    done.push($operation);
                    Some(answer.into_inner())
                }
                Err(error) => {
                    failed.insert($operation.into(), format!("{error:?}").into());
                    None
                }
            }
        };
    }

    // @calls: the test writes the other calls here
    let account = call!("getAccount", hub.get_account().id(id));
    let series = call!("getXp", hub.get_xp().accounts(id).skills("overall"));
    let loot = call!("getLootLeaderboard", hub.get_loot_leaderboard().period("week"));

    let mut read = json!({});
    if let (Some(account), Some(series), Some(loot)) = (account, series, loot) {
        let (skills, equipment) = (account.data.skills.unwrap(), account.data.equipment.unwrap());
        read = json!({
            "name": account.data.name,
            "overall_xp": skills.overall_xp,
            "last_skill": skills.skills.last().unwrap().skill,
            "value": equipment.value,
            "is_inventory_shared": account.data.inventory.unwrap().shared,
            "point": series.data.accounts[0].series[0].points.last().unwrap()[1],
            "drop": loot.data.entries[0].event.value_gp,
        });
    }
    println!("{}", json!({ "done": done, "failed": failed, "read": read }));
}
