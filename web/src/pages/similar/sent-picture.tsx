import { IconPhoto } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import classes from './similar.module.css'

/** A picture of one's own, as far as the browser can show it: few show HEIC. */
export function SentPicture({ picture }: { readonly picture: File }) {
  const [url, setUrl] = useState<string | null>(null)
  const [unreadable, setUnreadable] = useState<File | null>(null)
  useEffect(() => {
    const made = URL.createObjectURL(picture)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [picture])
  return (
    <span className={classes.sent}>
      {unreadable === picture ? (
        <IconPhoto size={32} stroke={1.3} aria-hidden />
      ) : (
        url !== null && <img src={url} alt="" onError={() => setUnreadable(picture)} />
      )}
    </span>
  )
}
