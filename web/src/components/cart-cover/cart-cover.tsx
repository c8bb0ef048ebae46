import type { Cart } from '@cartouche/contract'
import { IconShoppingBag } from '@tabler/icons-react'
import { AssetPicture } from '../asset-picture/asset-picture.tsx'
import classes from './cart-cover.module.css'

/** The first pictures of a cart, up to four; a bag where it is empty. */
export function CartCover({ cart }: { readonly cart: Pick<Cart, 'cover'> }) {
  const pictures = cart.cover.slice(0, 4)
  return (
    <span
      className={classes.cover}
      data-count={pictures.length}
      aria-hidden
      onLoadCapture={({ target }) => target instanceof HTMLImageElement && fitPicture(target)}
    >
      {pictures.length === 0 ? (
        <IconShoppingBag size={28} stroke={1.3} />
      ) : (
        pictures.map(({ id }) => (
          <span key={id}>
            <AssetPicture
              asset={{ id, name: '', blurhash: null }}
              sidePx={pictures.length === 1 ? 240 : 120}
              alt=""
            />
          </span>
        ))
      )}
    </span>
  )
}

/** Width by height of pages in portrait format: A4 and its like, US Letter. */
const pageRatios = [Math.SQRT1_2, 8.5 / 11]
/** How far a page may be from these: less than photographs in 3:4 are. */
const maxOff = 0.015

/** A page is shown whole where the tile is wider than high: cropped, its empty middle would be left. */
function fitPicture(picture: HTMLImageElement): void {
  const ratio = picture.naturalWidth / picture.naturalHeight
  const isPage = pageRatios.some((page) => Math.abs(page - ratio) < maxOff)
  picture.toggleAttribute('data-whole', isPage && picture.clientWidth > picture.clientHeight)
}
