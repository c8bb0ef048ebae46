import { sql } from 'kysely'
import type { BenchServer } from './bench-server.ts'

/**
 * Puts items into an import that are ready to become assets, as if so many different photographs had been
 * uploaded and inspected; there are no bytes behind them. One in 100 is of each city, and one in 50 is a
 * lighthouse.
 */
export async function seedItems({ database }: BenchServer, job: number, count: number): Promise<void> {
  const inspection = {
    nature: 'IMAGE',
    mediaType: 'image/jpeg',
    extension: 'jpg',
    typeLabel: 'JPEG image',
    sizeBytes: 3_000_000,
    width: 640,
    height: 480,
    usable: true,
    decodable: true,
    problems: [],
  }
  const sha256 = sql`encode(sha256((${job} || '/' || n)::bytea), 'hex')`
  await sql`
    insert into blob (sha256, size_bytes, crc32) select ${sha256}, 3000000, n from generate_series(1, ${count}) n`.execute(
    database,
  )
  await sql`
    insert into import_item (job_id, status, sha256, file_name, folded_name, upload_key, problems, inspection, metadata)
    select ${job}, 3, ${sha256}, 'IMG_' || n || '.jpg', 'img_' || n || '.jpg', 'bench/' || n, '[]', ${JSON.stringify(inspection)}::jsonb,
      jsonb_build_object('name', 'Photograph ' || n, 'creator', 'Somebody', 'takenat', '2024-05-01T10:00:00.000Z', 'city', 'City ' || (n % 100),
        'description', case when n % 50 = 0 then 'A lighthouse' else 'A harbour' end) from generate_series(1, ${count}) n`.execute(
    database,
  )
  await sql`analyze import_item, blob`.execute(database)
}
