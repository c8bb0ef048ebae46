import { calls, type Asset } from '@cartouche/client'
import { useRead } from '@cartouche/react'
import { IconLivePhoto, IconMovie } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { FormattedMessage } from 'react-intl'
import classes from './asset-details.module.css'

/** Of a Live Photo, whose picture and video are two assets: the way to the others. */
export function AssetLivePhoto({ asset }: { readonly asset: Asset }) {
  return asset.metadata?.livephoto ? <Parts id={asset.id} /> : null
}

function Parts({ id }: { readonly id: number }) {
  const { data } = useRead(calls.getLivePhoto, { object: 'asset', id: String(id) })
  const parts = data?.parts ?? []
  if (parts.length === 0) return null
  return (
    <section className={classes.section}>
      <h3 className={classes.heading}>
        <FormattedMessage id="asset.livePhoto" />
      </h3>
      <ul className={classes.files}>
        {parts.map(({ id: part, name, nature }) => {
          const Icon = nature === 'VIDEO' ? IconMovie : IconLivePhoto
          return (
            <li key={part}>
              <Link to="/browse/$assetId" params={{ assetId: String(part) }} className={classes.file}>
                <Icon size={16} stroke={1.6} aria-hidden />
                <span className={classes.fileText}>
                  {name}{' '}
                  <span className={classes.quiet}>
                    <FormattedMessage
                      id={nature === 'VIDEO' ? 'asset.livePhoto.video' : 'asset.livePhoto.picture'}
                    />
                  </span>
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
