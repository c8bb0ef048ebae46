import { createClient, createXhrUploader } from '@cartouche/client'

/** The data layer of this application: one for its life. */
export const client = createClient({ uploader: createXhrUploader(() => new XMLHttpRequest()) })
