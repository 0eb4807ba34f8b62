// Judges dashboards by Grafana's own schemas. Arguments: files of dashboards.
package main

import (
	"fmt"
	"os"

	"github.com/grafana/grafana-foundation-sdk/go/cog"
	"github.com/grafana/grafana-foundation-sdk/go/cog/plugins"
	"github.com/grafana/grafana-foundation-sdk/go/dashboard"
)

func faultsOf(file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	board := dashboard.Dashboard{}
	err = board.UnmarshalJSONStrict(text)
	// The SDK answers an empty list of errors for a dashboard without faults.
	if faults, isList := err.(cog.BuildErrors); err != nil && !(isList && len(faults) == 0) {
		return err
	}
	return board.Validate()
}

func main() {
	// The schemas of panels.
	plugins.RegisterDefaultPlugins()
	for _, file := range os.Args[1:] {
		if err := faultsOf(file); err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
	}
}
