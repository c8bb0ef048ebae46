import { openApi, type Api } from '../open-api.ts'
import { requireHeld, type Attack } from './attack.ts'

const list = (length: number): number[] => Array.from({ length }, (_, n) => n + 1)
const constraints = (count: number): object => ({
  query: {
    '$meta-query': Object.fromEntries(
      list(count).map((n) => [
        `c${n}`,
        { constraint: { width: { neq: n } }, aggregate: { field: 'keywords' } },
      ]),
    ),
  },
})

async function statusOf(api: Api, path: string, json: object): Promise<number> {
  const headers = { 'content-type': 'application/json', 'x-http-method-override': 'GET' }
  return (await api.fetch(path, { method: 'POST', headers, body: JSON.stringify(json) })).status
}

export const attacks: readonly Attack[] = [
  {
    name: 'a query that costs the server seconds is refused, and one that people make is not',
    run: async ({ url, password }) => {
      const viewer = await openApi(url, 'viewer', password)
      for (const count of [60, 200])
        requireHeld(
          (await statusOf(viewer, '/rest/dam/data/asset/aggs', constraints(count))) === 400,
          `${count} constraints were counted`,
        )
      for (const query of [
        { or: list(1900).map((n) => ({ width: n })) },
        { or: list(20).map(() => ({ keywords: { in: list(10_000) } })) },
        { credit: { ct: list(5000).map(String) } },
        { or: list(200).map((n) => ({ 'keywords.name': { ct: String(n) } })) },
      ])
        requireHeld(
          (await statusOf(viewer, '/rest/dam/data/asset', { query })) === 400,
          `${JSON.stringify(query).slice(0, 60)}… was answered`,
        )
      requireHeld(
        (await statusOf(viewer, '/rest/dam/data/asset/aggs', constraints(15))) === 200,
        'fifteen constraints were refused',
      )
      requireHeld(
        (await statusOf(viewer, '/rest/dam/data/asset', { query: { id: { in: list(5000) } }, max: 5000 })) ===
          200,
        'a list of ids was refused',
      )
    },
  },
]
