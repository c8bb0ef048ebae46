import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { BrandMark } from '../brand/brand-mark.tsx'
import { AccountMenu, type AccountMenuProps } from './account-menu.tsx'
import { FrameSearch } from './frame-search.tsx'
import classes from './app-frame.module.css'

export interface TopBarProps extends AccountMenuProps {
  readonly organisation: string
  /** The downloads tray and the bell. */
  readonly tools: ReactNode
}

/** Mark and organisation, the search box, the downloads tray, the bell, the account. 48 px high. */
export function TopBar({ organisation, tools, ...account }: TopBarProps) {
  return (
    <header className={classes.topBar}>
      <Link to="/" className={classes.mark} aria-label={organisation}>
        <BrandMark size={24} />
        <span className={classes.organisation}>{organisation}</span>
      </Link>
      <div className={classes.search}>
        <FrameSearch />
      </div>
      <div className={classes.tools}>
        {tools}
        <AccountMenu {...account} />
      </div>
    </header>
  )
}
