// Starts `gauntlet lsp`, which does all the work.
const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = () => {
  const command = workspace.getConfiguration("gauntlet").get("path", "gauntlet");
  client = new LanguageClient(
    "gauntlet",
    "Gauntlet card files",
    { command, args: ["lsp"] },
    { documentSelector: [{ language: "gauntlet-cards" }] },
  );
  return client.start();
};

exports.deactivate = () => client && client.stop();
