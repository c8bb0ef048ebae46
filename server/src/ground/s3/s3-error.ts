/** What an S3 store refused, or that it could not be reached after several tries. */
export class S3Error extends Error {
  override name = 'S3Error'
  /** The store's own word, as `AccessDenied`; `Unreachable` where no answer came. */
  readonly code: string
  /** Status of its answer; 0 where none came. */
  readonly status: number

  constructor(code: string, status: number, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
    this.status = status
  }
}

/** Whether the store does not have what was asked for. */
export function isMissing(error: unknown): boolean {
  return error instanceof S3Error && error.status === 404 && error.code !== 'NoSuchBucket'
}

/** What to do about some refusals; the store's own words say the rest. */
const advice: Readonly<Record<string, string>> = {
  AccessDenied: 'Check what the key may do in this bucket.',
  AuthorizationHeaderMalformed: 'Check AWS_REGION.',
  InvalidAccessKeyId: 'Check AWS_ACCESS_KEY_ID.',
  NoSuchBucket: 'Create the bucket, or check CARTOUCHE_BLOBS.',
  PermanentRedirect: 'Check AWS_REGION and AWS_ENDPOINT_URL_S3.',
  RequestTimeTooSkewed: 'Set the clock of this machine.',
  SignatureDoesNotMatch: 'Check AWS_SECRET_ACCESS_KEY.',
}

/** The error that an answer states; of a HEAD there is only the status. */
export function s3Error(what: string, status: number, body: string): S3Error {
  const code = /<Code>([^<]*)<\/Code>/.exec(body)?.[1] ?? (status === 404 ? 'NotFound' : `Status${status}`)
  const words = /<Message>([^<]*)<\/Message>/.exec(body)?.[1] ?? ''
  const sentences = [`The S3 store answered ${what} with ${status} ${code}.`, words, advice[code] ?? '']
  return new S3Error(code, status, sentences.filter((text) => text !== '').join(' '))
}
