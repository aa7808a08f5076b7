// Runs a fuzz target over the files it is given, folders with all that is in them: what compilers
// without libFuzzer build, so that the ordinary tests replay what was found.
#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include "subjects.hpp"

namespace fs = std::filesystem;

int main(int argc, char** argv) {
  std::vector<fs::path> files;
  for (int i = 1; i < argc; ++i) {
    if (!fs::is_directory(argv[i])) {
      files.emplace_back(argv[i]);
      continue;
    }
    for (const auto& entry : fs::directory_iterator{argv[i]}) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  for (const fs::path& path : files) {
    // Before it runs: the name of the last one is what is needed after a crash.
    std::printf("%s\n", path.string().c_str());
    std::fflush(stdout);
    std::ifstream file{path, std::ios::binary};
    // Exactly as long as the file, so that the sanitizers see a read behind the end.
    const std::vector<std::uint8_t> bytes{std::istreambuf_iterator<char>{file}, std::istreambuf_iterator<char>{}};
    const std::size_t before = arbitre::fuzz::accepted;
    try {
      LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
      if (path.filename().string().starts_with("game-") && arbitre::fuzz::accepted == before) {
        throw std::runtime_error{"this seed is refused; write it anew: python tools/fuzz_seeds.py"};
      }
    } catch (const std::exception& error) {
      std::printf("failed: %s\n", error.what());
      return 1;
    }
  }
  std::printf("%zu files\n", files.size());
  return files.empty() ? 1 : 0;
}
