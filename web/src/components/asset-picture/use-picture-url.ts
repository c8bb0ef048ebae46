import { postersOf } from '@cartouche/client'
import { useClient, useReadable } from '@cartouche/react'
import { pictureUrl, type PictureOf } from './picture-address.ts'

/** Gives the addresses of pictures, and renders again when another picture was chosen for one, by whoever. */
export function usePictureUrl(): (of: PictureOf, variation: string) => string {
  const client = useClient()
  useReadable(postersOf(client))
  return (of, variation) => pictureUrl(client, of, variation)
}
