// A relying party in Go: registers itself, logs in with a browser, judges the ID token, asks for the user and refreshes. docs/your-own-client.md.
//
// usage: client ISSUER CA-FILE
package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
	"os/exec"
	"time"

	oidc "github.com/coreos/go-oidc"
	"golang.org/x/oauth2"
)

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func random() string {
	bytes := make([]byte, 32)
	_, err := rand.Read(bytes)
	must(err)
	return base64.RawURLEncoding.EncodeToString(bytes)
}

func main() {
	issuer, authority := os.Args[1], os.Args[2]
	pem, err := os.ReadFile(authority)
	must(err)
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(pem)
	web := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots}}}
	ctx := oidc.ClientContext(context.Background(), web)

	provider, err := oidc.NewProvider(ctx, issuer)
	must(err)
	var metadata struct {
		Registration string `json:"registration_endpoint"`
	}
	must(provider.Claims(&metadata))
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(err)
	redirect := "http://" + listener.Addr().String() + "/callback"
	wanted, _ := json.Marshal(map[string]any{
		"application_type": "native", "client_name": "A Go client", "redirect_uris": []string{redirect},
		"grant_types": []string{"authorization_code", "refresh_token"}, "scope": "openid profile"})
	answer, err := web.Post(metadata.Registration, "application/json", bytes.NewReader(wanted))
	must(err)
	var registered struct {
		ID     string `json:"client_id"`
		Secret string `json:"client_secret"`
	}
	must(json.NewDecoder(answer.Body).Decode(&registered))
	if answer.StatusCode != http.StatusCreated {
		log.Fatal("registration: ", answer.Status)
	}
	fmt.Println("registered:", registered.ID)

	client := oauth2.Config{
		ClientID: registered.ID, ClientSecret: registered.Secret, Endpoint: provider.Endpoint(), RedirectURL: redirect,
		Scopes: []string{oidc.ScopeOpenID, "profile"}}
	state, nonce, verifier := random(), random(), random()
	challenge := sha256.Sum256([]byte(verifier))
	url := client.AuthCodeURL(state, oidc.Nonce(nonce), oauth2.SetAuthURLParam("code_challenge_method", "S256"),
		oauth2.SetAuthURLParam("code_challenge", base64.RawURLEncoding.EncodeToString(challenge[:])))
	codes := make(chan string, 1)
	go http.Serve(listener, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if query := r.URL.Query(); r.URL.Path == "/callback" && query.Get("state") == state {
			codes <- query.Get("code")
		}
		fmt.Fprintln(w, "You can close this page.")
	}))
	fmt.Println("open", url)
	if browser := os.Getenv("BROWSER"); browser != "" {
		must(exec.Command(browser, url).Start())
	}
	token, err := client.Exchange(ctx, <-codes, oauth2.SetAuthURLParam("code_verifier", verifier))
	must(err)
	idToken, err := provider.Verifier(&oidc.Config{ClientID: registered.ID}).Verify(ctx, fmt.Sprint(token.Extra("id_token")))
	must(err)
	if idToken.Nonce != nonce {
		log.Fatal("another nonce")
	}
	user, err := provider.UserInfo(ctx, oauth2.StaticTokenSource(token))
	must(err)
	fmt.Println("signed in:", user.Subject)
	token.Expiry = time.Now().Add(-time.Hour)
	_, err = client.TokenSource(ctx, token).Token()
	must(err)
	fmt.Println("refreshed")
}
