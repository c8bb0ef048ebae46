/** The folder `blobs` in the data folder, or a bucket. */
export type BlobsPlace = { readonly kind: 'folder' } | ({ readonly kind: 's3' } & S3Place)

/** Where an S3 store's objects are, and how it is spoken to. */
export type S3Place = {
  readonly bucket: string
  /** Before every key, ending with `/`; or empty. */
  readonly prefix: string
  /** Undefined: Amazon's of the region. */
  readonly endpoint: string | undefined
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken: string | undefined
}

type Variables = { readonly [name: string]: unknown }

/**
 * The place that `s3://bucket/prefix` names, with what the variables that all programs for S3 share say of
 * the store and its keys.
 */
export function s3PlaceOf(address: string, variables: Variables): S3Place {
  const [bucket = '', ...folders] = address.slice('s3://'.length).split('/')
  const valueOf = (...names: string[]): string | undefined =>
    names.map((name) => variables[name]).find((value) => typeof value === 'string')
  return {
    bucket,
    prefix: folders
      .filter((folder) => folder !== '')
      .map((folder) => `${folder}/`)
      .join(''),
    endpoint: valueOf('AWS_ENDPOINT_URL_S3', 'AWS_ENDPOINT_URL'),
    region: valueOf('AWS_REGION', 'AWS_DEFAULT_REGION') ?? 'us-east-1',
    accessKeyId: valueOf('AWS_ACCESS_KEY_ID') ?? '',
    secretAccessKey: valueOf('AWS_SECRET_ACCESS_KEY') ?? '',
    sessionToken: valueOf('AWS_SESSION_TOKEN'),
  }
}

/** What the variables lack or say twice, one line each. */
export function findBlobConflicts(given: Readonly<Record<string, string | undefined>>): string[] {
  const { CARTOUCHE_BLOBS: blobs = 'folder', CARTOUCHE_BLOBS_BEFORE: before } = given
  const lines: string[] = []
  const inS3 = Object.entries({
    CARTOUCHE_BLOBS: blobs,
    CARTOUCHE_BLOBS_BEFORE: before,
    CARTOUCHE_BACKUP_TO: given['CARTOUCHE_BACKUP_TO'],
  }).find(([, place]) => place?.startsWith('s3:'))
  if (inS3)
    for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'])
      if (given[name] === undefined) lines.push(`${name} must be set where ${inS3[0]} names a bucket`)
  if (before !== undefined && before.replace(/\/$/, '') === blobs.replace(/\/$/, ''))
    lines.push('CARTOUCHE_BLOBS_BEFORE must name another place than CARTOUCHE_BLOBS')
  if (given['CARTOUCHE_DIRECT_DOWNLOADS'] === '1' && !blobs.startsWith('s3:'))
    lines.push('CARTOUCHE_DIRECT_DOWNLOADS=1 needs a bucket in CARTOUCHE_BLOBS')
  return lines
}
