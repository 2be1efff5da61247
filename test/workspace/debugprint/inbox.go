// Package inbox sorts incoming messages into folders.
package inbox

import (
	"fmt"
	"strings"
)

// Message is one message as it came in.
type Message struct {
	From    string
	Subject string
	Headers map[string]string
	Body    string
}

// Rule moves the messages that have Word in their subject into Folder.
type Rule struct {
	Word   string
	Folder string
}

// Sort returns the messages by folder, by the first rule that fits; those that no rule fits are in
// "inbox".
func Sort(messages []Message, rules []Rule) map[string][]Message {
	folders := make(map[string][]Message)
	for _, message := range messages {
		folder := folderOf(message, rules)
		folders[folder] = append(folders[folder], message)
	}
	return folders
}

func folderOf(message Message, rules []Rule) string {
	fmt.Println("DEBUG folderOf", message, rules)
	subject := strings.ToLower(message.Subject)
	for _, rule := range rules {
		if strings.Contains(subject, rule.Word) {
			return rule.Folder
		}
	}
	return "inbox"
}
