import { decode, isBlurhashValid } from 'blurhash'
import { useLayoutEffect, useRef } from 'react'

const sidePx = 24

/** The blurred colours of a picture while it loads. Nothing where the hash is missing or broken. */
export function BlurhashCanvas({ hash, className }: { readonly hash: string | null | undefined; readonly className?: string | undefined }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const valid = typeof hash === 'string' && isBlurhashValid(hash).result
  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!valid || !context) return
    const image = context.createImageData(sidePx, sidePx)
    image.data.set(decode(hash, sidePx, sidePx))
    context.putImageData(image, 0, 0)
  }, [hash, valid])
  return valid ? <canvas ref={canvas} width={sidePx} height={sidePx} className={className} aria-hidden /> : null
}
