import { Breadcrumbs, Link as MuiLink } from '@mui/material'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

/** The way from the first page to this one; `children` are what lies between. */
export const Trail = ({ here, children }: { here: string; children?: ReactNode }) => (
  <Breadcrumbs aria-label="目前位置" sx={{ fontSize: '0.8125rem', mb: 0.5, displayPrint: 'none' }}>
    <MuiLink component={Link} to="/admin" underline="hover" color="textSecondary">
      首頁
    </MuiLink>
    {children}
    <span aria-current="page">{here}</span>
  </Breadcrumbs>
)
