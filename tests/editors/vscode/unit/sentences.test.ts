import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sentence, startReason } from '../../../../editors/vscode/src/sentence.ts';
import { failureWords, stepWords } from '../../../../editors/vscode/src/server/setUpWords.ts';

const LOST = [
  'Pending response rejected since connection got disposed',
  'Connection is disposed.',
  'Connection is closed.',
  'Cannot call write after a stream was destroyed',
  'write EPIPE',
  'read ECONNRESET',
  'Client is not running',
];

for (const message of LOST) {
  test(`a lost connection in human words: ${message}`, () => {
    assert.match(sentence(new Error(message)), /^The nearnote server has just stopped\./);
    assert.equal(startReason(new Error(message)), 'it ended at once; the output says more');
  });
}

test("the server's own sentences stay", () => {
  assert.equal(
    sentence(new Error('This note is in no open folder.')),
    'This note is in no open folder.',
  );
  assert.equal(sentence('plain'), 'plain');
});

const STARTS: [string, string][] = [
  ['Launching server using command /x failed. Error: spawn /x ENOENT', 'the program is not there'],
  ['spawn /x EACCES', 'its file may not be run as a program'],
  ['spawn UNKNOWN', 'the program is not made for this machine'],
  ['it did not answer within 60 seconds', 'it did not answer within 60 seconds'],
];

for (const [message, expected] of STARTS) {
  test(`why it did not start: ${message}`, () =>
    assert.equal(startReason(new Error(message)), expected));
}

const STEPS: [string, string | undefined][] = [
  ['Collecting onnxruntime>=1.20 (from nearnote==0.1.0)', 'looking for onnxruntime'],
  [
    '  Downloading onnxruntime-1.27.0-cp312-cp312-manylinux_2_27_x86_64.whl.metadata (5.1 kB)',
    'downloading onnxruntime 5.1 kB',
  ],
  [
    'Downloading https://files.example/a/b/numpy-2.1.0-cp312.whl (16.1 MB)',
    'downloading numpy 16.1 MB',
  ],
  [
    '  Using cached numpy-2.1.0-cp312-manylinux.whl (16.1 MB)',
    'taking numpy from what was downloaded before',
  ],
  ['Installing collected packages: a, b, c', 'putting everything in its place'],
  ['Processing /x/nearnote-0.1.0-py3-none-any.whl', undefined],
  ['     ━━━━━━━━━ 16.1/16.1 MB 3.2 MB/s', undefined],
];

for (const [line, expected] of STEPS) {
  test(`the set-up says: ${expected}`, () => assert.equal(stepWords(line), expected));
}

const FAILURES: [string, RegExp][] = [
  [
    'WARNING: Retrying (Retry(total=4)) after connection broken by NewConnectionError: [Errno -3] Temporary failure in name resolution',
    /could not be reached/,
  ],
  [
    'ERROR: Could not find a version that satisfies x\nERROR: No matching distribution found for onnxruntime>=1.20',
    /no build of onnxruntime for this Python/,
  ],
  [
    'ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device',
    /^The disk is full\.$/,
  ],
  ['ERROR: [Errno 13] Permission denied: /x', /may not be written to/],
  ['SSLError(SSLCertVerificationError(1, CERTIFICATE_VERIFY_FAILED))', /certificate/],
  ['Traceback (most recent call last):\n  File "x"\nERROR: It broke here.\n', /^It broke here\.$/],
  ['', /without a word/],
];

for (const [output, expected] of FAILURES) {
  test(`why the set-up failed: ${expected}`, () => {
    assert.match(failureWords(output), expected);
    assert.ok(!failureWords(output).includes('\n'));
  });
}
