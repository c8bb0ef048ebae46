import { createClient, createXhrUploader } from '@cartouche/client'
import { createOffline } from '../offline/offline.ts'
import { connection } from './connection.ts'
import { logger } from './logger.ts'
import { storedLanguage } from '../translations/languages.ts'

/** The data layer of this application: one for its life. */
export const client = createClient({
  locale: storedLanguage(),
  storage: localStorage,
  uploader: createXhrUploader(() => new XMLHttpRequest()),
  log: logger.log,
  fetch: connection.fetch,
})
logger.sendBy(client)

/** What this device keeps of what the person saw. */
export const offline = createOffline(client)

/** Settles when it is known whether a session lives from before. */
export const connected: Promise<void> = client.session.connect()
