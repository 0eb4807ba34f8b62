// Calls every operation. Arguments: the address of the API, an API key, an account.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	"hub/hubclient"
)

type withKey string

func (key withKey) Key(context.Context, hubclient.OperationName) (hubclient.Key, error) {
	return hubclient.Key{Token: string(key)}, nil
}

var done = []string{}
var failed = map[string]string{}

// The type of an answer names its status.
func call[Success any](operation string) func(answer any, err error) *Success {
	return func(answer any, err error) *Success {
		success, is200 := answer.(*Success)
		switch {
		case err != nil:
			failed[operation] = err.Error()
		case !is200:
			failed[operation] = fmt.Sprintf("%+v", answer)
		default:
			done = append(done, operation)
		}
		return success
	}
}

func main() {
	url, key, id := os.Args[1], os.Args[2], os.Args[3]
	ctx := context.Background()
	hub, err := hubclient.NewClient(url, withKey(key))
	if err != nil {
		panic(err)
	}

	// @calls: the test writes the other calls here
	account := call[hubclient.AccountResponseHeaders]("getAccount")(hub.GetAccount(ctx, hubclient.GetAccountParams{ID: id}))
	series := call[hubclient.XpResponseHeaders]("getXp")(hub.GetXp(ctx, hubclient.GetXpParams{Accounts: id}))
	week := hubclient.NewOptGetLootLeaderboardPeriod(hubclient.GetLootLeaderboardPeriodWeek)
	loot := call[hubclient.LootLeaderboardResponseHeaders]("getLootLeaderboard")(
		hub.GetLootLeaderboard(ctx, hubclient.GetLootLeaderboardParams{Period: week}))

	read := map[string]any{}
	if account != nil && series != nil && loot != nil {
		of, points := account.Response.Data, series.Response.Data.Accounts[0].Series[0].Points
		skills := of.Skills.Value.Skills
		read["name"] = of.Name
		read["overall_xp"] = of.Skills.Value.OverallXp.Value
		read["last_skill"] = skills[len(skills)-1].Skill
		read["value"] = of.Equipment.Value.Value.Value
		read["is_inventory_shared"] = of.Inventory.Value.Shared
		// ogen keeps the JSON of a value without a type.
		read["point"] = json.RawMessage(points[len(points)-1][1])
		read["drop"] = loot.Response.Data.Entries[0].Event.ValueGp.Value
	}
	text, _ := json.Marshal(map[string]any{"done": done, "failed": failed, "read": read})
	fmt.Println(string(text))
}
