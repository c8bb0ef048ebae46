import type { ReviewItem, ReviewRequest } from '@cartouche/client'
import { useNavigate, useSearch } from '@tanstack/react-router'

/** The asset that is looked at, its request, and its neighbours in the list. */
export interface Opened {
  readonly id: number
  /** Undefined once it is decided. */
  readonly request: ReviewRequest | undefined
  readonly position: number | undefined
  readonly total: number
  readonly previous: number | undefined
  readonly next: number | undefined
}

/** The asset that the address opens over the list of what is to review. */
export function useOpenedReview(requests: readonly ReviewRequest[]): {
  readonly opened: Opened | null
  readonly open: (id: number) => void
  readonly close: () => void
} {
  const navigate = useNavigate()
  const search = useSearch({ from: '/frame/todo' })
  const id = Number(search['asset'] ?? Number.NaN)
  const go = (asset: number | null): void =>
    void navigate({
      to: '/todo',
      search: asset === null ? {} : { asset: String(asset) },
      replace: search['asset'] !== undefined,
    })
  const items: readonly ReviewItem[] = requests.flatMap((request) => request.items)
  const index = items.findIndex((item) => item.id === id)
  const opened: Opened | null = Number.isSafeInteger(id)
    ? {
        id,
        request: requests.find((request) => request.items.some((item) => item.id === id)),
        position: index < 0 ? undefined : index + 1,
        total: items.length,
        previous: items[index - 1]?.id,
        next: index < 0 ? items[0]?.id : items[index + 1]?.id,
      }
    : null
  return { opened, open: go, close: () => go(null) }
}
