import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import type { BenchServer } from './bench-server.ts'
import { importFiles } from './import-files.ts'

/** Widths and heights of the generated pictures, px: landscapes, portraits, squares, panoramas. */
const sizes = [
  [1600, 1200],
  [1600, 1067],
  [1067, 1600],
  [1200, 1200],
  [1600, 900],
  [1200, 1600],
  [1800, 700],
  [1600, 1100],
] as const
const colours = ['#355c7d', '#6c5b7b', '#c06c84', '#f67280', '#f8b195', '#2a9d8f']

/**
 * Gives every asset of a generated library, or those of a status, one of 48 real pictures, with its size and
 * blurhash, so that walls have something to load.
 */
export async function givePictures(server: BenchServer, status?: number): Promise<void> {
  const among = status === undefined ? sql`true` : sql`e.status = ${status}`
  const paths = await Promise.all(
    sizes.flatMap(([width, height]) =>
      colours.map((background) => drawPicture(server.dataFolder, { width, height, background })),
    ),
  )
  const ids = await importFiles(server, paths, { validate: true })
  const answers = await Promise.all(
    ids.flatMap((id) =>
      ['thumbnailSmall', 'thumbnailBig'].map((variation) =>
        server.call('GET', `/wedia/dam/variation?object=asset&id=${id}&variation=${variation}`),
      ),
    ),
  )
  if (!answers.every(({ ok }) => ok)) throw new Error('a generated picture has no thumbnail')
  const connected = sql`
    with picture as (select row_number() over (order by f.id) - 1 n, f.*, e.props from entity_file f join entity e using (resource, id) where f.resource = 'asset' and f.id = any(${ids}::bigint[])),
    given as (
      insert into entity_file (resource, id, sha256, file_name, media_type, facts)
      select 'asset', e.id, p.sha256, p.file_name, p.media_type, p.facts from entity e join picture p on p.n = e.id % ${ids.length}
      where e.resource = 'asset' and e.id <> all(${ids}::bigint[]) and ${among} returning 1
    )
    update entity e set props = e.props || jsonb_build_object('width', p.props -> 'width', 'height', p.props -> 'height', 'blurhash', p.props -> 'blurhash')
    from picture p where e.resource = 'asset' and p.n = e.id % ${ids.length} and e.id <> all(${ids}::bigint[]) and ${among}
  `
  await server.database.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection)
    await connected.execute(connection)
    await sql`reset statement_timeout`.execute(connection)
  })
}

async function drawPicture(
  folder: string,
  { width, height, background }: { width: number; height: number; background: string },
): Promise<string> {
  const path = join(folder, `${width}x${height}-${background.slice(1)}.jpg`)
  const noise = await sharp({
    create: {
      width: 40,
      height: 30,
      channels: 3,
      background,
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .resize(width, height, { fit: 'fill' })
    .png()
    .toBuffer()
  await writeFile(
    path,
    await sharp(noise)
      .composite([{ input: { create: { width, height, channels: 3, background } }, blend: 'overlay' }])
      .jpeg({ quality: 82 })
      .toBuffer(),
  )
  return path
}
