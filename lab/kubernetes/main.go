// One program for the parts of a Kubernetes node, named by its first argument.
package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"
	"k8s.io/component-base/cli"
	apiserver "k8s.io/kubernetes/cmd/kube-apiserver/app"
	manager "k8s.io/kubernetes/cmd/kube-controller-manager/app"
	scheduler "k8s.io/kubernetes/cmd/kube-scheduler/app"
	kubelet "k8s.io/kubernetes/cmd/kubelet/app"
)

func main() {
	parts := map[string]func() *cobra.Command{
		"apiserver": apiserver.NewAPIServerCommand,
		"manager":   manager.NewControllerManagerCommand,
		"scheduler": func() *cobra.Command { return scheduler.NewSchedulerCommand() },
		"kubelet":   func() *cobra.Command { return kubelet.NewKubeletCommand() },
	}
	if len(os.Args) < 2 || parts[os.Args[1]] == nil {
		fmt.Fprintln(os.Stderr, "expected apiserver, manager, scheduler or kubelet")
		os.Exit(2)
	}
	part := parts[os.Args[1]]
	os.Args = os.Args[1:]
	os.Exit(cli.Run(part()))
}
