import { createHash } from 'node:crypto'
import { RefusedCall, type Api } from './open-api.ts'
import { waitFor } from './wait-for.ts'

/** An item of an import, as far as journeys look at it. */
export interface ImportItem {
  readonly id: number
  readonly filename: string
  readonly status: { readonly name: string }
  readonly problems: readonly { readonly code: string; readonly message: string }[]
  readonly asset: { readonly id: number } | null
}

/** What an upload answers. */
export interface UploadAnswer {
  readonly response: {
    readonly data: readonly ImportItem[]
    readonly files: readonly {
      readonly filename: string
      readonly item: number | null
      readonly problem: { readonly code: string; readonly message: string } | null
    }[]
  }
}

/** A file to upload. */
export interface UploadFile {
  readonly name: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** Starts an import and answers its id. */
export async function createJob(api: Api, name: string): Promise<number> {
  const answer = await api.call<{ response: { data: { id: number } } }>('POST', '/rest/massimport/job', {
    json: { name },
  })
  return answer.response.data.id
}

/**
 * Uploads files as specified: multipart, the field `json` first.
 * @throws RefusedCall
 */
export async function upload(
  api: Api,
  jobId: number,
  files: readonly UploadFile[],
  { unzip = false } = {},
): Promise<UploadAnswer> {
  const body = new FormData()
  body.append('json', JSON.stringify({ job: { id: jobId } }))
  for (const [index, { name, bytes }] of files.entries()) body.append(`file${index}`, new Blob([bytes]), name)
  const response = await api.fetch(`/rest/massimport/item${unzip ? '?unzip=true' : ''}`, {
    method: 'POST',
    body,
  })
  const text = await response.text()
  if (!response.ok) throw new RefusedCall('upload', response.status, JSON.parse(text) as RefusedCall['body'])
  return JSON.parse(text) as UploadAnswer
}

/** Items of an import by status. */
export async function countItems(api: Api, jobId: number): Promise<Readonly<Record<string, number>>> {
  const answer = await api.call<{ response: { data: { counts: Record<string, number> } } }>(
    'GET',
    `/rest/massimport/job/${jobId}`,
  )
  return answer.response.data.counts
}

/**
 * Waits until nothing of an import is being worked on; what the server refuses for the moment is asked again.
 */
export function waitForItems(
  api: Api,
  jobId: number,
  count: number,
  withinMs = 180_000,
): Promise<Readonly<Record<string, number>>> {
  return waitFor(
    `${count} items to be settled`,
    async () => {
      const counts = await countItems(api, jobId)
      const total = Object.values(counts).reduce((sum, one) => sum + one, 0)
      return total >= count && !counts['waiting'] && !counts['analyzing'] && !counts['validating'] && counts
    },
    withinMs,
  )
}

/** All items of an import. */
export async function listItems(api: Api, jobId: number): Promise<ImportItem[]> {
  const all: ImportItem[] = []
  for (let after = ''; ;) {
    const page = await api.call<{ links: { nextResultsToken?: string }; response: { data: ImportItem[] } }>(
      'GET',
      `/rest/massimport/job/${jobId}/item?max=200${after}`,
    )
    all.push(...page.response.data)
    if (!page.links.nextResultsToken) return all
    after = `&after=${encodeURIComponent(page.links.nextResultsToken)}`
  }
}

/** Turns everything that is ready into published assets. */
export async function publish(api: Api, jobId: number): Promise<void> {
  await api.call('PUT', `/rest/massimport/job/${jobId}`, {
    metadata: { validate: true, workflowAction: 'publish' },
  })
}

/** SHA-256 in hexadecimal digits. */
export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
