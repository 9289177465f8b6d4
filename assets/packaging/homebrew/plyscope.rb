# Built from a tarball of `make dist`: put its address and the output of `shasum -a 256` here.
class Plyscope < Formula
  desc "Play board and card games in a terminal, and watch the search think"
  homepage "https://plyscope.example"
  url "https://plyscope.example/plyscope-1.0.0.tar.gz"
  sha256 "0" * 64
  license "MIT"

  depends_on "pkgconf" => :build
  depends_on "inih"
  depends_on "jansson"
  depends_on "libedit"
  depends_on "ncurses"
  depends_on "sqlite"
  depends_on "zstd"

  def install
    system "make"
    system "make", "install", "PREFIX=#{prefix}"
    # Without /proc the program cannot see where it is installed.
    return unless OS.mac?

    libexec.install bin/"plyscope"
    (bin/"plyscope").write_env_script libexec/"plyscope",
      PLYSCOPE_ASSETS: "${PLYSCOPE_ASSETS:-#{share}/plyscope}"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/plyscope --version")
    assert_match "move", shell_output("#{bin}/plyscope search gomoku -a maxn:depth=1")
  end
end
