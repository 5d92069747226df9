// Starts `isaopt lsp` for AMD GPU assembly and stops it with the window.
"use strict";

const { workspace } = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");

let client;

function start() {
  const settings = workspace.getConfiguration("isaopt");
  const arch = settings.get("arch");
  const server = {
    command: settings.get("path"),
    args: arch ? ["lsp", "--arch", arch] : ["lsp"],
    transport: TransportKind.stdio,
  };
  client = new LanguageClient("isaopt", "isaopt", server, {
    documentSelector: [{ language: "amdgpu" }],
    initializationOptions: { hints: settings.get("hints") },
  });
  return client.start();
}

function activate(context) {
  context.subscriptions.push(
    workspace.onDidChangeConfiguration(async (event) => {
      if (event.affectsConfiguration("isaopt")) {
        await deactivate();
        await start();
      }
    }),
  );
  return start();
}

async function deactivate() {
  const running = client;
  client = undefined;
  await running?.stop();
}

module.exports = { activate, deactivate };
