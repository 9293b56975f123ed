/** Every sentence of the guide to the transfer service. */
export const guideWords = {
  title: 'Guide to the transfer service',
  description:
    'Large files come over IBM Aspera, which uses the whole of a fast line. There are two ways: the plug-in of your browser, and the command-line tool. Where neither works, the portal sends the same files by HTTPS.',
  contents: 'On this page',
  toKeys: 'SSH keys page',
  copy: 'Copy',
  copied: 'Copied',
  copyName: (what: string) => `Copy ${what}`,

  plugIn: 'Browser plug-in',
  plugInDetail: 'The plug-in, IBM Aspera Connect, has two parts: an extension of the browser, and a program.',
  plugInSteps: [
    'Install IBM Aspera Connect, version 3.6.0 or newer, from the website of IBM, and the extension that it offers for your browser.',
    'Allow pop-ups for this portal: the program asks in a window of its own where to store the files.',
    'Choose files on the page Download Files, and press Start download. The portal loads the plug-in at this moment, not before.',
    'Choose a folder in the window of the program. The portal shows how far the transfer is.',
    'If the transfer is interrupted, open the program and press Resume. It goes on where it was.',
  ],
  plugInMissing:
    'Where the plug-in is missing or blocked, the page Download Files says so and offers HTTPS in its place.',

  commandLine: 'Command-line tool',
  commandLineDetail:
    'The tool ascp downloads without a browser, which suits servers and clusters. It identifies you by your SSH key.',
  install: 'Install the tool ascp: it comes with IBM Aspera Connect and with the IBM Aspera CLI.',
  makeKey: 'Make a pair of keys with 4096-bit RSA. Give it a passphrase.',
  keyCommand: 'the command that makes a key',
  sendKey: 'Send the public half, the file aspera_key.pub, on the',
  keepPrivate: 'Keep the private half, aspera_key, on your computer.',
  openPorts: 'Have the ports 33001 and 8443 opened to the outside, as the table below says.',
  download: 'Download a file. USER and HOST stand in the script of your download.',
  downloadCommand: 'the command that downloads a file',
  resume: 'With -k 2 a transfer that was interrupted goes on where it was, when the same command runs again.',
  script:
    'Simpler: fill your download queue on the page Download Files, and save the transfer script there. It names each file.',

  network: 'Ports of the network',
  networkDetail:
    'The command-line tool needs these ports from your computer to the transfer server. Ask those who run your network, and give them this table.',
  port: 'Port',
  protocol: 'Protocol',
  purpose: 'What for',
  ports: [
    ['33001', 'TCP and UDP', 'Signing in over SSH (TCP), and the data (UDP)'],
    ['8443', 'TCP', 'The data by HTTPS where UDP is blocked'],
  ],
  blocked:
    'Many networks of hospitals block both. Then download by HTTPS from the page Download Files: that needs port 443 only.',

  folder: 'Data folder',
  folderDetail: 'On the transfer server the data lie in the folder',
  folderAccess: 'You see there what you may read: the same files as on the page Download Files.',

  help: 'If something fails',
  troubles: [
    [
      '“Permission denied (publickey)”.',
      'The key is not yet known to the server, or you use another one. Compare fingerprints on the SSH keys page.',
    ],
    ['The transfer stands still at 0%.', 'Port 33001 is blocked for UDP. Use the HTTPS download.'],
    [
      'Nothing happens after Start download.',
      'The extension of the browser is missing, or a pop-up was blocked. The page says so after a few seconds.',
    ],
    [
      'A file was damaged on the way.',
      'The scripts of the portal compare checksums, and say which file to download again.',
    ],
  ],
  write: 'Or write to',
} as const;
