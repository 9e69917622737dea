// Made by `npm run types` from schemas/portalUser.json. Do not edit: change the schema and run it again.
import type { EnumCode } from '../../domain/enums'

/** 參照資料的名稱，以欄位名稱為鍵。 */
export type PortalUserLabels = {
  /** 可操作委託單位的名稱 */
  readonly ApplyCodes?: string
}

/** 使用者管理：單筆資料 */
export type PortalUser = {
  /** 序號 */
  readonly SerialId: number
  /** 統一編號 */
  readonly UniformNo: string | null
  /** 使用者代號 */
  readonly UserId: string
  /** 使用者姓名 */
  readonly UserName: string
  /** 角色 */
  readonly RoleId: EnumCode<'PortalRole'>
  /** 可操作委託單位 */
  readonly ApplyCodes: readonly string[]
  /** 電子郵件。收取一次性密碼與重設密碼通知。 */
  readonly Email: string
  /** 行動電話。收取簡訊一次性密碼。 */
  readonly Mobile: string
  /** 使用者狀態 */
  readonly UserStatus: EnumCode<'UserStatus'>
  /** 密碼錯誤次數 */
  readonly LoginErrorCount: number
  /** 密碼變更時間 */
  readonly MimaChangeTime: string | null
  /** 密碼到期日 */
  readonly MimaExpireDate: string | null
  /** 最後登入時間 */
  readonly LastLoginTime: string | null
  /** 最後登入IP */
  readonly LastLoginIP: string | null
  /** 備註 */
  readonly Remark: string | null
  /** 本人 */
  readonly IsOneself: boolean | null
  /** 建立人員 */
  readonly CreateUser: string | null
  /** 建立時間 */
  readonly CreateTime: string | null
  /** 異動人員 */
  readonly UpdateUser: string | null
  /** 異動時間 */
  readonly UpdateTime: string
  /** 參照資料的名稱，以欄位名稱為鍵。 */
  readonly Labels: PortalUserLabels
}

/** 使用者管理：指定 AllFields 時，清單的一列才有的欄位 */
export type PortalUserMore = 'ApplyCodes' | 'LoginErrorCount' | 'MimaChangeTime' | 'LastLoginIP' | 'Remark' | 'CreateUser' | 'CreateTime' | 'UpdateUser'

/** 使用者管理：清單的一列；個人資料已遮罩 */
export type PortalUserRow = Omit<PortalUser, PortalUserMore> & Partial<Pick<PortalUser, PortalUserMore>>

/** 使用者管理：清單的條件 */
export type PortalUserQuery = {
  /** 使用者代號 */
  readonly UserId?: string
  /** 使用者姓名（包含） */
  readonly UserName?: string
  /** 角色（任一；重複此參數可給多個值） */
  readonly RoleId?: readonly EnumCode<'PortalRole'>[]
  /** 使用者狀態（任一；重複此參數可給多個值） */
  readonly UserStatus?: readonly EnumCode<'UserStatus'>[]
  /** 關鍵字：查詢使用者代號、使用者姓名 */
  readonly Keyword?: string
  /** 頁碼，從 1 開始 */
  readonly PageNo?: number
  /** 每頁筆數 */
  readonly PageSize?: number
  /** 排序欄位 */
  readonly SortField?: 'SerialId' | 'UniformNo' | 'UserId' | 'UserName' | 'RoleId' | 'Email' | 'Mobile' | 'UserStatus' | 'MimaExpireDate' | 'LastLoginTime'
  /** 排序方式 */
  readonly SortOrder?: 'ASC' | 'DESC'
  /** 是否列出清單所能顯示的全部欄位；未指定時只有常用欄位 */
  readonly AllFields?: boolean
}

/** 使用者管理：新增的內容 */
export type PortalUserCreate = {
  /** 使用者代號 */
  readonly UserId: string
  /** 使用者姓名 */
  readonly UserName: string
  /** 角色 */
  readonly RoleId: EnumCode<'PortalRole'>
  /** 可操作委託單位 */
  readonly ApplyCodes: readonly string[]
  /** 電子郵件。收取一次性密碼與重設密碼通知。 */
  readonly Email: string
  /** 行動電話。收取簡訊一次性密碼。 */
  readonly Mobile: string
  /** 備註 */
  readonly Remark?: string | null
}

/** 使用者管理：修改的內容 */
export type PortalUserUpdate = {
  /** 使用者代號 */
  readonly UserId?: string
  /** 使用者姓名 */
  readonly UserName?: string
  /** 角色 */
  readonly RoleId?: EnumCode<'PortalRole'>
  /** 可操作委託單位 */
  readonly ApplyCodes?: readonly string[]
  /** 電子郵件。收取一次性密碼與重設密碼通知。 */
  readonly Email?: string
  /** 行動電話。收取簡訊一次性密碼。 */
  readonly Mobile?: string
  /** 備註 */
  readonly Remark?: string | null
  /** 異動時間：讀取這筆資料時的值；資料已被他人修改時，回覆 2009。 */
  readonly UpdateTime: string
}
