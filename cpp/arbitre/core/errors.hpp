// What the core throws: only for mistakes of a programmer or bytes from outside. What a player can
// cause is a Verdict (reject.hpp).
#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace arbitre {

// Rules data that cannot be compiled; names the table, row and column at fault ("" where none).
struct RulesError : std::runtime_error {
  RulesError(std::string table_, std::string row_, std::string column_, std::string why_)
      : std::runtime_error{place(table_, row_, column_) + why_},
        table{std::move(table_)},
        row{std::move(row_)},
        column{std::move(column_)},
        why{std::move(why_)} {}
  std::string table, row, column, why;

 private:
  static std::string place(const std::string& table, const std::string& row, const std::string& column) {
    std::string text = table;
    if (!row.empty()) text += ", row " + row;
    if (!column.empty()) text += ", column " + column;
    return text.empty() ? text : text + ": ";
  }
};

// Bytes that are not a state of this engine and these rules; `code` is stable.
struct WireError : std::runtime_error {
  WireError(std::string code_, std::string why_)
      : std::runtime_error{code_ + ": " + why_}, code{std::move(code_)}, why{std::move(why_)} {}
  std::string code, why;
};

// A document that is no position of the game; `pointer` is a JSON pointer into it.
struct DocumentError : std::runtime_error {
  DocumentError(std::string pointer_, std::string why_)
      : std::runtime_error{pointer_ + ": " + why_}, pointer{std::move(pointer_)}, why{std::move(why_)} {}
  std::string pointer, why;
};

// A set-up that cannot be played, with every reason at once.
struct SetupError : std::runtime_error {
  struct Reason {
    std::string code;    // stable, UPPER_SNAKE
    std::string detail;  // a sentence
  };
  explicit SetupError(std::vector<Reason> reasons_)
      : std::runtime_error{reasons_.empty() ? "set-up refused" : reasons_.front().detail},
        reasons{std::move(reasons_)} {}
  std::vector<Reason> reasons;
};

}  // namespace arbitre
