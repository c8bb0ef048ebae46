import { z } from 'zod'

export { uploadLimits } from './upload-limits.ts'

/** What visitors of a share may send. */
export const UploadTerms = z.object({
  /** What is wanted, in the words of the sharer. */
  note: z.string(),
  /** Bytes and files of all visitors together. */
  maxBytes: z.number(),
  maxFiles: z.number(),
})

/** The same as its sharer sees it, with what has arrived and the import that it arrived in. */
export const ShareUploads = UploadTerms.extend({
  files: z.number(),
  sizeBytes: z.number(),
  /** The import; null: nothing has arrived, or the import was deleted. */
  job: z.number().nullable(),
})
export type ShareUploads = z.output<typeof ShareUploads>

/** A file that a visitor sent, as the visitor sees it. */
export const SentFile = z.object({ name: z.string(), sizeBytes: z.number(), at: z.string() })
export type SentFile = z.output<typeof SentFile>
