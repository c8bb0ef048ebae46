import { createClient, createXhrUploader } from '@cartouche/client'
import { storedLanguage } from '../translations/translations.tsx'

/** The data layer of this application: one for its life. */
export const client = createClient({
  locale: storedLanguage(), storage: localStorage, uploader: createXhrUploader(() => new XMLHttpRequest()),
  // A failure that a person cannot act on is of use to who looks into the console.
  // eslint-disable-next-line no-console -- the browser's console is the log of a web application
  log: (level, message, cause) => console[level](message, cause ?? ''),
})

/** Settles when it is known whether a session lives from before. A sign-in waits for it: the answer to the older question must not undo it. */
export const connected: Promise<void> = client.session.connect()
