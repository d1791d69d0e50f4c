# SPDX-License-Identifier: BSD-2-Clause
# Completion of ricochet for bash: commands, options, inputs. Types, and steppers after -stepper_type, are
# those that `ricochet list` tells.

# _ricochet_names PROGRAM [KIND]: the names that `PROGRAM list` tells, a line each.
_ricochet_names() {
  "$1" list "${@:2}" 2>/dev/null | sed -n 's/^  \([^ ][^ ]*\).*/\1/p'
}

# _ricochet_files EXTENSION: folders and files.
_ricochet_files() {
  compopt -o filenames 2>/dev/null
  mapfile -t COMPREPLY < <(compgen -d -- "$cur"; compgen -f -X "!*.$1" -- "$cur")
}

_ricochet_words() {
  mapfile -t COMPREPLY < <(compgen -W "$*" -- "$cur")
}

_ricochet_options() {
  case ${COMP_WORDS[1]} in
    solve) _ricochet_words -o -quiet -friction_rtol -friction_kernel -repeat ;;
    *)
      _ricochet_words -o -quiet -restart -stepper_type -stepper_step -stepper_end -stage_type \
        -dump_contact_problem -mesh_refine -plugin -model_check_derivatives \
        "$([[ ${COMP_WORDS[1]} == study ]] && echo -vary -zip -jobs -columns -summary -norm -courant)"
      ;;
  esac
}

_ricochet() {
  local cur=${COMP_WORDS[COMP_CWORD]} program=${COMP_WORDS[0]}

  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    _ricochet_words run study check solve list schema --help --version
    return
  fi
  case ${COMP_WORDS[COMP_CWORD - 1]} in
    -stepper_type) _ricochet_words "$(_ricochet_names "$program" steppers)" ;;
    -stage_type) _ricochet_words auto diagonal condensed bound nodal kkt ;;
    -dump_contact_problem) _ricochet_words never failed all ;;
    -plugin) _ricochet_files so ;;
    -o | -restart) _ricochet_files '*' ;;
    *)
      case ${COMP_WORDS[1]}:$cur in
        *:-*) _ricochet_options ;;
        list:*)
          _ricochet_words steppers elements joints contacts systems springs shapes \
            "$(_ricochet_names "$program")"
          ;;
        solve:*) _ricochet_files hdf5 ;;
        *) _ricochet_files yaml ;;
      esac
      ;;
  esac
}
complete -F _ricochet ricochet
