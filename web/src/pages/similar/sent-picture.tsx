import { IconPhoto } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import classes from './similar.module.css'

/** A picture of one's own, as far as the browser can show it: few show HEIC. */
export function SentPicture({ picture }: { readonly picture: File }) {
  const [unreadable, setUnreadable] = useState<File | null>(null)
  const show = useCallback(
    (image: HTMLImageElement | null) => {
      if (!image) return undefined
      const url = URL.createObjectURL(picture)
      image.src = url
      return () => URL.revokeObjectURL(url)
    },
    [picture],
  )
  return (
    <span className={classes.sent}>
      {unreadable === picture ? (
        <IconPhoto size={32} stroke={1.3} aria-hidden />
      ) : (
        <img ref={show} alt="" onError={() => setUnreadable(picture)} />
      )}
    </span>
  )
}
