// Recorder runs a command and appends when that started and ended to the file that RECORD_FILE names: a line of JSON.
package main

import (
	"encoding/json"
	"errors"
	"log"
	"os"
	"os/exec"
	"time"
)

// A span has milliseconds since the epoch.
type span struct {
	Command []string `json:"command"`
	Start   float64  `json:"start"`
	End     float64  `json:"end"`
}

func main() {
	command := exec.Command(os.Args[1], os.Args[2:]...)
	command.Stdin, command.Stdout, command.Stderr = os.Stdin, os.Stdout, os.Stderr
	start := now()
	err := command.Run()
	record(span{os.Args[1:], start, now()})
	var failed *exec.ExitError
	if errors.As(err, &failed) {
		os.Exit(failed.ExitCode())
	}
	if err != nil {
		log.Fatal(err)
	}
}

func record(recorded span) {
	line, err := json.Marshal(recorded)
	if err != nil {
		log.Fatal(err)
	}
	file, err := os.OpenFile(os.Getenv("RECORD_FILE"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		log.Fatal(err)
	}
	// One write: commands run at the same time.
	if _, err := file.Write(append(line, '\n')); err != nil {
		log.Fatal(err)
	}
	if err := file.Close(); err != nil {
		log.Fatal(err)
	}
}

func now() float64 {
	return float64(time.Now().UnixNano()) / 1e6
}
