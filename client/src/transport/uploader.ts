/** A request with bytes to send. */
export interface UploadRequest {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: FormData
  /** Whether cookies go along: `include` in the cookie mode. */
  readonly credentials: 'include' | 'omit' | 'same-origin'
  readonly signal?: AbortSignal | undefined
  /** Bytes that were sent so far, and all of them. */
  readonly onProgress?: ((loadedBytes: number, totalBytes: number) => void) | undefined
}

/** What came back: the body as JSON, or undefined where it is none. */
export interface UploadResponse {
  readonly status: number
  readonly body: unknown
}

/**
 * Sends bytes. Browsers report progress by XMLHttpRequest only, so an application passes in its own; see
 * {@link createXhrUploader}.
 */
export type Uploader = (request: UploadRequest) => Promise<UploadResponse>

/** The part of XMLHttpRequest that an upload needs. */
export interface XhrLike {
  status: number
  responseText: string
  withCredentials: boolean
  readonly upload: {
    addEventListener(type: 'progress', listener: (event: { loaded: number; total: number }) => void): void
  }
  addEventListener(type: 'load' | 'error' | 'abort', listener: () => void): void
  open(method: string, url: string): void
  setRequestHeader(name: string, value: string): void
  send(body: FormData): void
  abort(): void
}

/** An uploader with progress, for browsers: `createXhrUploader(() => new XMLHttpRequest())`. */
export function createXhrUploader(create: () => XhrLike): Uploader {
  return ({ url, method, headers, body, credentials, signal, onProgress }) =>
    new Promise((resolve, reject) => {
      const request = create()
      request.open(method, url)
      request.withCredentials = credentials === 'include'
      for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
      request.upload.addEventListener('progress', ({ loaded, total }) => onProgress?.(loaded, total))
      request.addEventListener('load', () =>
        resolve({ status: request.status, body: parseJson(request.responseText) }),
      )
      request.addEventListener('error', () => reject(new TypeError('The upload failed')))
      request.addEventListener('abort', () =>
        reject(Object.assign(new Error('The upload was stopped'), { name: 'AbortError' })),
      )
      signal?.addEventListener('abort', () => request.abort(), { once: true })
      if (signal?.aborted) request.abort()
      else request.send(body)
    })
}

/** The value of JSON text; undefined where it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
