import type { Panorama } from '@cartouche/contract'
import { useEffect, useRef, useState } from 'react'
import { fetchMade } from '../../connection/fetch-made.ts'
import type { Look } from './look.ts'
import { openSphere, type Sphere } from './open-sphere.ts'

/** Why there is no view: the browser draws none, or the picture did not come. */
export type SphereFailure = 'missing' | 'failed'

/** A picture of a panorama, by its address, and its longest side, px. */
export interface SpherePicture {
  readonly url: string
  readonly sidePx: number
}

/** Telephones and tablets have little memory for pictures: one of 8192 × 4096 takes 180 MB. */
const maxSidePxOfTouch = 4096

interface SphereOptions {
  readonly panorama: Panorama
  /** From small to large: the first is shown until the largest is there that the device takes. */
  readonly pictures: readonly SpherePicture[]
  readonly look: Look
  readonly onFailed: (failure: SphereFailure) => void
}

/** Draws a panorama on a canvas, and again whenever the look or the size changes; never by itself. */
export function useSphere(
  canvas: React.RefObject<HTMLCanvasElement | null>,
  { panorama, pictures, look, onFailed }: SphereOptions,
): { readonly is: 'loading' | 'coarse' | 'sharp' } {
  const sphere = useRef<Sphere>(null)
  const [is, setIs] = useState<'loading' | 'coarse' | 'sharp'>('loading')
  const latest = useRef(look)
  useEffect(() => {
    latest.current = look
    // However often it changes, it is drawn once a frame.
    const frame = requestAnimationFrame(() => sphere.current?.draw(look))
    return () => cancelAnimationFrame(frame)
  }, [look, is])
  const addresses = pictures.map(({ url }) => url).join(' ')
  useEffect(() => {
    const element = canvas.current
    if (element === null) return undefined
    const opened = openOrNull(element, panorama)
    if (opened === null) {
      onFailed('missing')
      return undefined
    }
    sphere.current = opened
    const abort = new AbortController()
    const draw = (): void => opened.draw(latest.current)
    const fit = new ResizeObserver(() => {
      const scale = Math.min(window.devicePixelRatio, 2)
      element.width = Math.round(element.clientWidth * scale)
      element.height = Math.round(element.clientHeight * scale)
      draw()
    })
    fit.observe(element)
    const lost = (): void => onFailed('failed')
    element.addEventListener('webglcontextlost', lost)
    void showPictures(fitting(pictures, opened.maxSidePx), abort.signal, (bitmap, isLast) => {
      opened.setPicture(bitmap)
      draw()
      setIs(isLast ? 'sharp' : 'coarse')
    }).catch(() => {
      if (!abort.signal.aborted) lost()
    })
    return () => {
      abort.abort()
      fit.disconnect()
      element.removeEventListener('webglcontextlost', lost)
      opened.close()
      sphere.current = null
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the addresses say which pictures
  }, [canvas, panorama, addresses, onFailed])
  return { is }
}

function openOrNull(element: HTMLCanvasElement, panorama: Panorama): Sphere | null {
  try {
    return openSphere(element, panorama)
  } catch {
    return null
  }
}

/** The coarse one, and the largest that the device takes. */
export function fitting(pictures: readonly SpherePicture[], maxTexturePx: number): readonly SpherePicture[] {
  const isTouch = window.matchMedia('(pointer: coarse)').matches
  const max = Math.min(maxTexturePx, isTouch ? maxSidePxOfTouch : Infinity)
  const fit = pictures.filter(({ sidePx }) => sidePx <= max)
  return [...new Set([fit[0], fit.at(-1)])].flatMap((one) => one ?? [])
}

/** A sharper picture that does not come is no failure. */
async function showPictures(
  pictures: readonly SpherePicture[],
  signal: AbortSignal,
  onPicture: (bitmap: ImageBitmap, isLast: boolean) => void,
): Promise<void> {
  for (const [index, { url }] of pictures.entries()) {
    const bitmap = await fetchMade(url, { signal })
      .then((response) => response.blob())
      .then((blob) => createImageBitmap(blob))
      .catch((error: unknown) => {
        if (index === 0 || signal.aborted) throw error
        return null
      })
    if (bitmap === null || signal.aborted) return
    onPicture(bitmap, index === pictures.length - 1)
    bitmap.close()
  }
}
