; The installer for Windows, of NSIS: for one user, without rights of an administrator. tools/windows_package.sh calls it.
;
; /S installs or removes without questions, /D=FOLDER (last, without quotes) names the folder.
; What it writes: $INSTDIR; a shortcut in the Start menu; the folder in the user's PATH; below HKCU\Software\Classes, .tng and
; "Open with"; HKCU\...\Uninstall\Oisin. The uninstaller removes exactly that, and the program's cache. Settings, saved games,
; and other files in the folder stay.
;
; VERSION, WORK (with the lists that windows_package.sh has made), ICON, WIZARD, SETUP: given by -D.

Unicode true
Target amd64-unicode
!include LogicLib.nsh
!include MUI2.nsh
!include FileFunc.nsh
!include WinMessages.nsh

!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\Oisin"
!define CLASSES "Software\Classes"

Name "Oisin ${VERSION}"
OutFile "${SETUP}"
RequestExecutionLevel user
InstallDir "$LOCALAPPDATA\Programs\Oisin"
InstallDirRegKey HKCU "${UNINSTALL}" InstallLocation
SetCompressor /SOLID lzma
ManifestDPIAware true
ManifestLongPathAware true
ManifestSupportedOS Win10
BrandingText " "

VIProductVersion "${VERSION}.0"
VIAddVersionKey ProductName "Oisin"
VIAddVersionKey FileDescription "Installer of Oisin"
VIAddVersionKey CompanyName "The developers of Oisin"
VIAddVersionKey LegalCopyright "The developers of Oisin; licences.txt"
VIAddVersionKey FileVersion "${VERSION}"
VIAddVersionKey ProductVersion "${VERSION}"

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_WELCOMEFINISHPAGE_BITMAP "${WIZARD}"
!define MUI_ABORTWARNING
!define MUI_COMPONENTSPAGE_NODESC
!define MUI_FINISHPAGE_RUN "$INSTDIR\oisin.exe"
!define MUI_FINISHPAGE_RUN_TEXT "Start Oisin"
!define MUI_FINISHPAGE_SHOWREADME "$INSTDIR\README.txt"
!define MUI_FINISHPAGE_SHOWREADME_NOTCHECKED
!insertmacro MUI_PAGE_COMPONENTS
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE English

; ---- programs that run ----

; A program that runs cannot be replaced or removed: better nothing than half of it.
!macro AskToClose
    ${Do}
        StrCpy $1 ""
        ${If} ${FileExists} "$INSTDIR\oisin.exe"
            ClearErrors
            FileOpen $0 "$INSTDIR\oisin.exe" a
            ${If} ${Errors}
                StrCpy $1 "oisin.exe"
            ${Else}
                FileClose $0
            ${EndIf}
        ${EndIf}
        ${If} ${FileExists} "$INSTDIR\oisin-play.exe"
            ClearErrors
            FileOpen $0 "$INSTDIR\oisin-play.exe" a
            ${If} ${Errors}
                StrCpy $1 "oisin-play.exe"
            ${Else}
                FileClose $0
            ${EndIf}
        ${EndIf}
        ${If} $1 == ""
            ${ExitDo}
        ${EndIf}
        MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "$INSTDIR\$1 is running, or you may not write it. Close it first." \
            /SD IDCANCEL IDRETRY +3
        SetErrorLevel 2
        Abort "$1 is running."
    ${Loop}
!macroend

; ---- the user's PATH ----

; It may be longer than the texts of NSIS (1,024 characters), so it stays in memory of its own.
; $0, $1 keys; $2 its type; $3 its bytes; $5 the memory, ";PATH;"; $6 PATH in it; $7 where ";$INSTDIR;" is in it, otherwise 0;
; $9 0: it was read.
!macro PathBegin
    StrCpy $8 ";$INSTDIR;"
    System::Call 'advapi32::RegOpenCurrentUser(i 0x20019, *p 0 r0) i .r9'
    System::Call 'advapi32::RegOpenKeyExW(p r0, w "Environment", i 0, i 3, *p 0 r1) i .r9'
    ${If} $9 = 0
        System::Call 'advapi32::RegQueryValueExW(p r1, w "Path", p 0, *i 0 r2, p 0, *i 0 r3) i .r4'
        ${If} $4 <> 0
            StrCpy $2 2 ; REG_EXPAND_SZ, as Windows makes it
            StrCpy $3 0
        ${ElseIf} $2 <> 1
        ${AndIf} $2 <> 2
            StrCpy $9 1 ; no text
        ${EndIf}
    ${EndIf}
    IntOp $4 $3 + 8192
    System::Alloc $4 ; zeros
    Pop $5
    IntPtrOp $6 $5 + 2
    StrCpy $7 0
    ${If} $9 = 0
        System::Call 'kernel32::lstrcpyW(p r5, w ";")'
        ${If} $3 > 0
            System::Call 'advapi32::RegQueryValueExW(p r1, w "Path", p 0, p 0, p r6, *i r3) i .r9'
        ${EndIf}
        System::Call 'kernel32::lstrcatW(p r5, w ";")'
        System::Call 'shlwapi::StrStrIW(p r5, w r8) p .r7'
    ${EndIf}
!macroend

!macro PathWrite
    System::Call 'kernel32::lstrlenW(p r6) i .r3'
    IntOp $3 $3 * 2
    IntOp $3 $3 + 2
    System::Call 'advapi32::RegSetValueExW(p r1, w "Path", i 0, i r2, p r6, i r3) i .r9'
!macroend

; Programs that are started from now on see it.
!macro PathEnd
    System::Free $5
    System::Call 'advapi32::RegCloseKey(p r1)'
    System::Call 'advapi32::RegCloseKey(p r0)'
    SendMessage ${HWND_BROADCAST} ${WM_SETTINGCHANGE} 0 "STR:Environment" /TIMEOUT=5000
!macroend

Function PathAdd
    !insertmacro PathBegin
    ${If} $9 = 0
    ${AndIf} $7 = 0
        System::Call 'kernel32::lstrlenW(p r6) i .r4'
        ${If} $4 = 1 ; PATH is empty: the memory has ";;"
            System::Call 'kernel32::lstrcpyW(p r6, w "")'
        ${EndIf}
        StrCpy $8 $INSTDIR
        System::Call 'kernel32::lstrcatW(p r6, w r8)'
        !insertmacro PathWrite
    ${EndIf}
    ${If} $9 <> 0
        DetailPrint "The folder could not be added to PATH."
    ${EndIf}
    !insertmacro PathEnd
FunctionEnd

Function un.PathRemove
    !insertmacro PathBegin
    ${If} $9 = 0
    ${AndIf} $7 <> 0
        ; ";A;$INSTDIR;B;" -> ";A;B;"
        StrLen $4 $8
        IntOp $4 $4 - 1
        IntOp $4 $4 * 2
        IntPtrOp $4 $7 + $4
        System::Call 'kernel32::lstrlenW(p r4) i .r3'
        IntOp $3 $3 * 2
        IntOp $3 $3 + 2
        System::Call 'ntdll::RtlMoveMemory(p r7, p r4, p r3)'
        System::Call 'kernel32::lstrlenW(p r6) i .r3'
        ${If} $3 < 1 ; nothing else was in it
            System::Call 'advapi32::RegDeleteValueW(p r1, w "Path")'
        ${Else}
            IntOp $3 $3 - 1
            IntOp $3 $3 * 2
            IntPtrOp $3 $6 + $3
            System::Call 'kernel32::lstrcpyW(p r3, w "")'
            !insertmacro PathWrite
        ${EndIf}
    ${EndIf}
    !insertmacro PathEnd
FunctionEnd

; ---- kinds of files ----

; Offered in "Open with"; what opens them by a double click stays.
!macro OpenWith suffix
    WriteRegNone HKCU "${CLASSES}\.${suffix}\OpenWithProgids" "Oisin.File"
!macroend
!macro un.OpenWith suffix
    DeleteRegValue HKCU "${CLASSES}\.${suffix}\OpenWithProgids" "Oisin.File"
    DeleteRegKey /ifempty HKCU "${CLASSES}\.${suffix}\OpenWithProgids"
    DeleteRegKey /ifempty HKCU "${CLASSES}\.${suffix}"
!macroend
!define TELL_EXPLORER "System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'" ; SHCNE_ASSOCCHANGED

; ---- installing ----

Section "Oisin" SectionProgram
    SectionIn RO
    !insertmacro AskToClose
    ; An earlier version may have had other files.
    ReadRegStr $0 HKCU "${UNINSTALL}" InstallLocation
    ${If} $0 != ""
    ${AndIf} ${FileExists} "$0\uninstall.exe"
        ExecWait '"$0\uninstall.exe" /S _?=$0' $1
        ${If} $1 <> 0
            SetErrorLevel 2
            Abort "The version in $0 could not be removed."
        ${EndIf}
        Delete "$0\uninstall.exe"
        ${If} $0 != $INSTDIR
            RMDir $0
        ${EndIf}
    ${EndIf}
    ClearErrors
    !include "${WORK}/install.nsh"
    SetOutPath "$INSTDIR"
    WriteUninstaller "$INSTDIR\uninstall.exe"
    ${If} ${Errors}
        SetErrorLevel 2
        Abort "Not all files could be written to $INSTDIR."
    ${EndIf}
    WriteRegStr HKCU "${UNINSTALL}" DisplayName "Oisin"
    WriteRegStr HKCU "${UNINSTALL}" DisplayVersion "${VERSION}"
    WriteRegStr HKCU "${UNINSTALL}" DisplayIcon "$INSTDIR\oisin.exe"
    WriteRegStr HKCU "${UNINSTALL}" Publisher "The developers of Oisin"
    WriteRegStr HKCU "${UNINSTALL}" InstallLocation "$INSTDIR"
    WriteRegStr HKCU "${UNINSTALL}" UninstallString '"$INSTDIR\uninstall.exe"'
    WriteRegStr HKCU "${UNINSTALL}" QuietUninstallString '"$INSTDIR\uninstall.exe" /S'
    WriteRegDWORD HKCU "${UNINSTALL}" NoModify 1
    WriteRegDWORD HKCU "${UNINSTALL}" NoRepair 1
    ${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
    WriteRegDWORD HKCU "${UNINSTALL}" EstimatedSize $0
SectionEnd

Section "Play games (.tng) by a double click" SectionGames
    WriteRegStr HKCU "${CLASSES}\Oisin.Game" "" "TirNanoG game"
    WriteRegStr HKCU "${CLASSES}\Oisin.Game\DefaultIcon" "" "$INSTDIR\oisin-play.exe,0"
    WriteRegStr HKCU "${CLASSES}\Oisin.Game\shell\open\command" "" '"$INSTDIR\oisin-play.exe" play --show-errors "%1"'
    WriteRegNone HKCU "${CLASSES}\.tng\OpenWithProgids" "Oisin.Game"
    ReadRegStr $0 HKCU "${CLASSES}\.tng" ""
    ${If} $0 == ""
        ReadRegStr $0 HKCR ".tng" "" ; both users' and the computer's; but the latter alone in old versions of wine
    ${EndIf}
    ${If} $0 == ""
        WriteRegStr HKCU "${CLASSES}\.tng" "" "Oisin.Game"
    ${EndIf}
    ${TELL_EXPLORER}
SectionEnd

Section "$\"Open with$\" for files of old games" SectionFiles
    WriteRegStr HKCU "${CLASSES}\Oisin.File" "" "File of a game"
    WriteRegStr HKCU "${CLASSES}\Oisin.File\DefaultIcon" "" "$INSTDIR\oisin.exe,0"
    WriteRegStr HKCU "${CLASSES}\Oisin.File\shell\open" "" "Open with Oisin"
    WriteRegStr HKCU "${CLASSES}\Oisin.File\shell\open" FriendlyAppName "Oisin"
    WriteRegStr HKCU "${CLASSES}\Oisin.File\shell\open\command" "" '"$INSTDIR\oisin.exe" "%1"'
    !include "${WORK}/suffixes.nsh"
    ${TELL_EXPLORER}
SectionEnd

Section "oisin as a command in terminals (PATH)" SectionPath
    Call PathAdd
SectionEnd

Section "Start menu" SectionMenu
    SetOutPath "$DOCUMENTS" ; the folder that it starts in
    CreateShortcut "$SMPROGRAMS\Oisin.lnk" "$INSTDIR\oisin.exe" "" "$INSTDIR\oisin.exe" 0
SectionEnd

Section "-start"
    SetOutPath "$DOCUMENTS" ; where the last page starts it
SectionEnd

; ---- removing ----

Section Uninstall
    !insertmacro AskToClose
    SetOutPath "$TEMP" ; a folder that a program is in cannot be removed
    Call un.PathRemove

    ReadRegStr $0 HKCU "${CLASSES}\.tng" ""
    ${If} $0 == "Oisin.Game"
        DeleteRegValue HKCU "${CLASSES}\.tng" ""
    ${EndIf}
    DeleteRegValue HKCU "${CLASSES}\.tng\OpenWithProgids" "Oisin.Game"
    DeleteRegKey /ifempty HKCU "${CLASSES}\.tng\OpenWithProgids"
    DeleteRegKey /ifempty HKCU "${CLASSES}\.tng"
    !include "${WORK}/no_suffixes.nsh"
    DeleteRegKey HKCU "${CLASSES}\Oisin.Game"
    DeleteRegKey HKCU "${CLASSES}\Oisin.File"
    ${TELL_EXPLORER}

    Delete "$SMPROGRAMS\Oisin.lnk"
    !include "${WORK}/remove.nsh"
    Delete "$INSTDIR\uninstall.exe"
    RMDir "$INSTDIR"
    RMDir "$LOCALAPPDATA\Programs" ; only if it is empty

    RMDir /r "$LOCALAPPDATA\Oisin\cache" ; results of builds
    RMDir "$LOCALAPPDATA\Oisin"
    DeleteRegKey HKCU "${UNINSTALL}"
    DeleteRegKey /ifempty HKCU "Software\Microsoft\Windows\CurrentVersion\Uninstall"
    ${If} ${FileExists} "$INSTDIR\oisin.exe"
        SetErrorLevel 1
    ${EndIf}
SectionEnd
