import type { Asset } from '@cartouche/contract'
import { calls } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { useEffect, useState } from 'react'
import type { PictureParameters } from './picture-choice.ts'

/** What is known of the picture that the address gives. */
export interface MadePicture {
  /** Of the file; undefined while it is made. */
  readonly sizeBytes: number | undefined
  readonly error: unknown
}

/** Nothing is made while somebody still drags or types. */
const settleMs = 500
const askAgainMs = 1000

/** Has the picture of an address made, and answers how large its file is. */
export function useMadePicture(asset: Asset, parameters: PictureParameters): MadePicture {
  const client = useClient()
  const key = JSON.stringify([asset.id, parameters])
  const [made, setMade] = useState<MadePicture & { readonly key: string }>({
    key: '',
    sizeBytes: undefined,
    error: null,
  })
  useEffect(() => {
    const leaving = new AbortController()
    const make = async (): Promise<void> => {
      const input = { object: 'asset', id: String(asset.id), ...parameters }
      const answer = await client.call(calls.getPicture, input, { signal: leaving.signal })
      if (answer.status === 202) return void (timer = setTimeout(ask, askAgainMs))
      const { size } = await answer.blob()
      if (!leaving.signal.aborted) setMade({ key, sizeBytes: size, error: null })
    }
    const ask = (): void =>
      void make().catch((error: unknown) => {
        if (!leaving.signal.aborted) setMade({ key, sizeBytes: undefined, error })
      })
    let timer = setTimeout(ask, settleMs)
    return () => {
      leaving.abort()
      clearTimeout(timer)
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key is all that the address depends on
  }, [client, key])
  return made.key === key ? made : { sizeBytes: undefined, error: null }
}
