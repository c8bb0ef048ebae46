import { parentPort, workerData } from 'node:worker_threads'
import { Decrypter, Encrypter, generateX25519Identity } from 'age-encryption'

/** What the thread is to do: open a key by its passphrase, or make one and seal it. */
export interface UnlockTask {
  readonly passphrase: string
  readonly sealed: Uint8Array | undefined
}

/** No identity: the passphrase is not the one that sealed it. */
export interface UnlockedKey {
  readonly identity: string | undefined
  readonly sealed: Uint8Array
}

/** 128 MB and about a second for each guess. */
const workFactor = 17

// A thread of its own: what makes guesses slow would keep the server from answering.
const { passphrase, sealed } = workerData as UnlockTask
parentPort?.postMessage(await (sealed ? open(sealed) : make()))

async function make(): Promise<UnlockedKey> {
  const identity = await generateX25519Identity()
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphrase)
  encrypter.setScryptWorkFactor(workFactor)
  return { identity, sealed: await encrypter.encrypt(`# Opens the backups in this place.\n${identity}\n`) }
}

async function open(file: Uint8Array): Promise<UnlockedKey> {
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  const text = await decrypter.decrypt(file, 'text').catch(() => '')
  return { identity: text.split(/\r?\n/).find((line) => line.startsWith('AGE-SECRET-KEY-1')), sealed: file }
}
