import { ApiError, type Poster } from '@cartouche/contract'
import type { FakeLibrary } from './fake-library.ts'
import type { FakeHandlers } from './fake-routes.ts'

/** Chosen pictures of the fake server: of every asset, as if each were a video. */
export function posterHandlers(library: FakeLibrary): FakeHandlers {
  const chosen = new Map<number, Poster>()
  const idOf = ({ object, id }: { readonly object: string; readonly id: string }): number =>
    library.get(object.toLowerCase(), Number(id)).id
  return {
    getPoster: (input) => ({ poster: chosen.get(idOf(input)) ?? null }),
    setPoster({ poster, ...input }) {
      const id = idOf(input)
      const former = chosen.get(id) ?? null
      if (poster && 'page' in poster)
        throw new ApiError('invalid_parameter', { parameter: 'poster', reason: 'a page is of a document' })
      if (poster === null) chosen.delete(id)
      else chosen.set(id, poster)
      return { poster, former }
    },
  }
}
