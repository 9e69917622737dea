import type { SvgIconComponent } from '@mui/icons-material'
import FoldIcon from '@mui/icons-material/ExpandMore'
import PinIcon from '@mui/icons-material/PushPin'
import { useId } from 'react'
import { NavLink } from 'react-router-dom'
import { textSizes } from '../../browser/theme/type-scale'
import { MenuViews } from '../saved-views/MenuViews'
import { useFoldedGroups, useNarrowMenu, usePins } from './menu-settings'
import type { MenuPage, MenuSection } from './use-menu'

/** Renders a group of the menu, which folds. The narrow menu has no headings and folds nothing. */
export const MenuGroup = ({ section: { group, pages }, isNarrow }: { section: MenuSection; isNarrow: boolean }) => {
  const { folded, toggle } = useFoldedGroups()
  const id = useId()
  const isOpen = isNarrow || !folded.includes(group.MenuId)
  return (
    <div className="menu-group">
      {!isNarrow && (
        <button
          type="button"
          className="menu-title"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => toggle(group.MenuId)}
        >
          {group.MenuName}
          <FoldIcon fontSize="small" />
        </button>
      )}
      <ul id={id} aria-label={group.MenuName} hidden={!isOpen}>
        {isOpen && pages.map((page) => <MenuEntry key={page.entry.MenuId} page={page} hasViews={!isNarrow} />)}
      </ul>
    </div>
  )
}

/** Renders the pages that the user has pinned, in the order in which they were pinned; nothing if there are none. */
export const PinnedPages = ({ groups }: { groups: readonly MenuSection[] }) => {
  const { pins } = usePins()
  const pages = groups.flatMap(({ pages: pagesOfGroup }) => pagesOfGroup)
  const pinned = pins.flatMap((pin) => pages.filter(({ entry }) => entry.MenuId === pin))
  if (pinned.length === 0) return null
  return (
    <div className="menu-group">
      <div className="menu-title">常用</div>
      <ul aria-label="常用">
        {pinned.map((page) => (
          <MenuEntry key={page.entry.MenuId} page={page} />
        ))}
      </ul>
    </div>
  )
}

const MenuEntry = ({ page: { entry, Icon }, hasViews = false }: { page: MenuPage; hasViews?: boolean }) => {
  const { pins, toggle } = usePins()
  const isPinned = pins.includes(entry.MenuId)
  return (
    <li className="menu-entry">
      <MenuLink to={entry.Path} Icon={Icon} text={entry.MenuName} />
      <button
        type="button"
        className="menu-pin"
        aria-label={`釘選${entry.MenuName}`}
        aria-pressed={isPinned}
        data-tip={isPinned ? '取消釘選' : '釘選到常用'}
        data-tip-side="right"
        onClick={() => toggle(entry.MenuId)}
      >
        <PinIcon />
      </button>
      {hasViews && <MenuViews page={entry.MenuId} path={entry.Path} label={entry.MenuName} />}
    </li>
  )
}

interface MenuLinkProps {
  readonly to: string
  readonly Icon: SvgIconComponent
  readonly text: string
  /** Whether the link is active on its own page only, not on the pages below it. */
  readonly end?: boolean
}

/** Renders the link to a page. In the narrow menu its text is hidden from the eye only. */
export const MenuLink = ({ to, Icon, text, end = false }: MenuLinkProps) => {
  const { isNarrow } = useNarrowMenu()
  return (
    <NavLink
      className={menuLinkClass}
      to={to}
      end={end}
      {...(isNarrow && { 'data-tip': text, 'data-tip-side': 'right' })}
    >
      <Icon fontSize="small" />
      <span>{text}</span>
    </NavLink>
  )
}

const menuLinkClass = ({ isActive }: { isActive: boolean }) => (isActive ? 'menu-link active' : 'menu-link')

const pinSize = 32

/** The styles of the menu. */
export const menuStyles = {
  py: 1,
  position: 'relative',
  '& ul': { m: 0, p: 0, listStyle: 'none' },
  '& .menu-title': {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    boxSizing: 'border-box',
    width: 'calc(100% - 16px)',
    minHeight: 32,
    mt: 1,
    mx: 1,
    px: 1,
    border: 0,
    borderRadius: 1,
    color: 'text.secondary',
    bgcolor: 'transparent',
    font: 'inherit',
    fontSize: textSizes.caption,
    fontWeight: 600,
    textAlign: 'left',
  },
  '& button.menu-title': { cursor: 'pointer', '&:hover': { bgcolor: 'action.hover' } },
  '& .menu-title > svg': { transition: 'transform 150ms' },
  '& .menu-title[aria-expanded="false"] > svg': { transform: 'rotate(-90deg)' },
  '& .menu-link': {
    display: 'flex',
    alignItems: 'center',
    minHeight: 40,
    mx: 1,
    px: 2,
    py: 0.5,
    borderRadius: 1,
    color: 'inherit',
    textDecoration: 'none',
    fontSize: textSizes.small,
    lineHeight: 1.43,
    transition: 'background-color 150ms cubic-bezier(0.4, 0, 0.2, 1)',
    '&:hover': { bgcolor: 'action.hover' },
    '&:focus-visible': { bgcolor: 'action.focus' },
  },
  '& .menu-link > svg': { flexShrink: 0, mr: 2, opacity: 0.8 },
  '& .menu-link > svg + span': { flexGrow: 1, minWidth: 0, my: 0.5 },
  '& .menu-link.active': { bgcolor: 'var(--primary-soft)', color: 'primary.main', fontWeight: 600 },
  '& .menu-link.view': { minHeight: 32, pl: '52px', fontSize: textSizes.label },
  '& .menu-link.view.active': { bgcolor: 'transparent', boxShadow: 'inset 3px 0 var(--primary)' },
  '& .menu-link.view > span': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  // The outline stays inside, because the menu hides what overflows it.
  '& :focus-visible': { outlineOffset: -3 },
  '& .menu-entry': { position: 'relative' },
  '& .menu-entry > .menu-link': { pr: `${pinSize + 4}px` },
  '& .menu-pin': {
    position: 'absolute',
    top: 4,
    right: 12,
    display: 'grid',
    placeItems: 'center',
    width: pinSize,
    height: pinSize,
    p: 0,
    border: 0,
    borderRadius: 1,
    color: 'text.secondary',
    bgcolor: 'transparent',
    cursor: 'pointer',
    opacity: 0,
    '&:hover': { bgcolor: 'action.hover' },
    '&:focus-visible, &[aria-pressed="true"]': { opacity: 1 },
    '&[aria-pressed="true"]': { color: 'primary.main' },
    '& svg': { fontSize: textSizes.body },
  },
  '& .menu-entry:hover > .menu-pin, & .menu-entry:focus-within > .menu-pin': { opacity: 1 },
  // Without a mouse, nothing hovers.
  '@media (pointer: coarse)': {
    '& .menu-link, & .menu-title': { minHeight: 44 },
    '& .menu-pin': { top: 0, width: 44, height: 44, opacity: 0.7 },
    '& .menu-entry > .menu-link': { pr: '48px' },
  },
  '.narrow-menu &': {
    '& .menu-group': { mt: 1, pt: 1, borderTop: 1, borderColor: 'divider' },
    '& .menu-title, & .menu-pin': { display: 'none' },
    '& .menu-link': { justifyContent: 'center', minHeight: 44, px: 0 },
    '& .menu-entry > .menu-link': { pr: 0 },
    '& .menu-link > svg': { mr: 0 },
    '& .menu-link > span': { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' },
  },
} as const
