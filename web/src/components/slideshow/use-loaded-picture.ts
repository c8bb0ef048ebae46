import { useEffect, useState } from 'react'

/** Loads and decodes a picture, so that it can be shown at once; undefined: there is none. */
export function useLoadedPicture(url: string | undefined): 'loading' | 'loaded' | 'failed' {
  const [settled, setSettled] = useState<{ readonly url: string; readonly is: 'loaded' | 'failed' } | null>(
    null,
  )
  useEffect(() => {
    if (url === undefined) return undefined
    let isWanted = true
    const picture = new Image()
    const settle = (is: 'loaded' | 'failed') => () => {
      if (isWanted) setSettled({ url, is })
    }
    picture.src = url
    picture.decode().then(settle('loaded'), settle('failed'))
    return () => {
      isWanted = false
    }
  }, [url])
  return settled !== null && settled.url === url ? settled.is : 'loading'
}
