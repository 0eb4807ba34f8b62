// Calls every operation. Arguments: the address of the API, an API key, an account.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"

	"hub/hubclient"
)

var done = []string{}
var failed = map[string]string{}

func call[Answer any, Body any](operation string, answer Answer, err error, body func(Answer) *Body) *Body {
	if err != nil {
		failed[operation] = err.Error()
		return nil
	}
	read := body(answer)
	if read == nil {
		failed[operation] = "the answer is not a 200"
		return nil
	}
	done = append(done, operation)
	return read
}

func main() {
	url, key, id := os.Args[1], os.Args[2], os.Args[3]
	ctx := context.Background()
	withKey := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+key)
		return nil
	}
	hub, err := hubclient.NewClientWithResponses(url, hubclient.WithRequestEditorFn(withKey))
	if err != nil {
		panic(err)
	}

	one, err := hub.GetAccountWithResponse(ctx, id)
	account := call("getAccount", one, err, func(r *hubclient.GetAccountResponse) *hubclient.AccountResponse { return r.JSON200 })
	xp, err := hub.GetXpWithResponse(ctx, &hubclient.GetXpParams{Accounts: id})
	series := call("getXp", xp, err, func(r *hubclient.GetXpResponse) *hubclient.XpResponse { return r.JSON200 })
	week := hubclient.GetLootLeaderboardParamsPeriod("week")
	drops, err := hub.GetLootLeaderboardWithResponse(ctx, &hubclient.GetLootLeaderboardParams{Period: &week})
	loot := call("getLootLeaderboard", drops, err, func(r *hubclient.GetLootLeaderboardResponse) *hubclient.LootLeaderboardResponse { return r.JSON200 })
	// @calls: the test writes the other calls here

	read := map[string]any{}
	if account != nil && series != nil && loot != nil {
		skills, points := *account.Data.Skills.Skills, series.Data.Accounts[0].Series[0].Points
		read["name"] = account.Data.Name
		read["overall_xp"] = account.Data.Skills.OverallXp
		read["last_skill"] = skills[len(skills)-1].Skill
		read["value"] = account.Data.Equipment.Value
		read["is_inventory_shared"] = account.Data.Inventory.Shared
		// `encoding/json` reads a value without a type as a float64.
		read["point"] = int64(points[len(points)-1][1].(float64))
		read["drop"] = loot.Data.Entries[0].Event.ValueGp
	}
	text, _ := json.Marshal(map[string]any{"done": done, "failed": failed, "read": read})
	fmt.Println(string(text))
}
