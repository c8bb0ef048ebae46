import { useClient } from '@cartouche/react'
import { useReducedMotion, useTimeout } from '@mantine/hooks'
import { useState } from 'react'
import { pictureUrl, type PictureOf } from '../asset-picture/picture-address.ts'
import classes from './gallery.module.css'

/** Milliseconds that the pointer rests before a film plays: crossing the wall starts none. */
const restMs = 300

/**
 * The short silent film that plays while the pointer rests on a film.
 * @source portal §9: hover preview applies to video assets
 */
export function HoverFilm({
  asset,
  ticket,
}: {
  readonly asset: PictureOf
  readonly ticket?: string | undefined
}) {
  const client = useClient()
  const reduced = useReducedMotion()
  const [rested, setRested] = useState(false)
  const [failed, setFailed] = useState(false)
  useTimeout(() => setRested(true), restMs, { autoInvoke: true })
  if (!rested || failed || reduced) return null
  return (
    <video
      className={classes.film}
      src={pictureUrl(client, { id: asset.id, ticket }, 'hover')}
      muted
      autoPlay
      loop
      playsInline
      aria-hidden
      onError={() => setFailed(true)}
    />
  )
}
