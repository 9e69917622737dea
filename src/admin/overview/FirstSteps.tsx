import { Box, Link as MuiLink, Typography } from '@mui/material'
import { useCreatePath } from 'react-admin'
import { Link } from 'react-router-dom'
import { usePortal, useRights } from '../portal'
import { NothingToShow } from './OverviewCard'

/** What a company does first, in this order, by the page on which it does it. */
const steps = {
  billCategory: '設定代收類別：收什麼錢、開放哪些通路',
  billTerm: '新增代收期別：繳款期間與繳費項目',
  billImportList: '上傳帳單檔，或逐張新增帳單',
} as const

/** Renders the first steps of a company that has no open term with bills; for readers, only that there is none. */
export const FirstSteps = () => {
  const { schemas } = usePortal()
  const createPath = useCreatePath()
  const may = useRights()
  const allowed = Object.entries(steps).filter(([page]) => schemas.has(page) && may(page, 'Create'))
  if (allowed.length === 0) return <NothingToShow>目前沒有開放中且有帳單的期別。</NothingToShow>
  return (
    <>
      <Typography>目前沒有開放中且有帳單的期別。開始收款的步驟：</Typography>
      <Box component="ol" sx={{ pl: 3, my: 1, '& li': { py: 0.75 } }}>
        {allowed.map(([page, text]) => (
          <li key={page}>
            <MuiLink component={Link} to={createPath({ resource: page, type: 'create' })} underline="hover">
              {text}
            </MuiLink>
          </li>
        ))}
      </Box>
    </>
  )
}
